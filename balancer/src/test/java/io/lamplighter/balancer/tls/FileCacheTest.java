package io.lamplighter.balancer.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@link FileCache} keeps, and for how long. */
class FileCacheTest {
    private final Map<String, Integer> reads = new HashMap<>();
    private boolean isKept = true;

    /** How often a file has been read by now. */
    private int get(FileCache cache, String name, long nowMs) {
        try {
            return cache.get(name, nowMs, () -> new FileCache.Loaded<>(reads.merge(name, 1, Integer::sum), isKept));
        } catch (TlsException e) {
            throw new AssertionError(e);
        }
    }

    private static FileCache cache(int max, long validMs, long inactiveMs) {
        return new FileCache(new Certificates.CacheBounds(max, validMs, inactiveMs));
    }

    @Test
    void aFileIsReadAgainWhenItsEntryIsTooOld() {
        FileCache cache = cache(10, 1_000, 10_000);
        assertThat(get(cache, "a", 0)).isEqualTo(1);
        assertThat(get(cache, "a", 1_000)).isEqualTo(1);
        assertThat(get(cache, "a", 1_001)).isEqualTo(2);
    }

    @Test
    void theEntryThatWasUnusedForLongestMakesPlace() {
        FileCache cache = cache(2, 10_000, 10_000);
        get(cache, "a", 0);
        get(cache, "b", 1);
        get(cache, "a", 2);
        get(cache, "c", 3);
        assertThat(get(cache, "a", 4)).isEqualTo(1);
        assertThat(get(cache, "b", 5)).isEqualTo(2);
    }

    @Test
    void anEntryThatNobodyUsesIsForgottenThoughItIsValid() {
        FileCache cache = cache(10, 100_000, 1_000);
        get(cache, "a", 0);
        assertThat(get(cache, "a", 900)).isEqualTo(1);
        assertThat(get(cache, "a", 1_800)).isEqualTo(1);
        assertThat(get(cache, "a", 2_801)).isEqualTo(2);
    }

    @Test
    void whatMayNotBeKeptIsReadEachTime() {
        isKept = false;
        FileCache cache = cache(10, 1_000, 1_000);
        assertThat(get(cache, "a", 0)).isEqualTo(1);
        assertThat(get(cache, "a", 1)).isEqualTo(2);
    }

    @Test
    void aFailureIsNotKept() {
        FileCache cache = cache(10, 1_000, 1_000);
        assertThatThrownBy(() -> cache.get("a", 0, () -> {
                    throw new TlsException("gone");
                }))
                .hasMessage("gone");
        assertThat(get(cache, "a", 1)).isEqualTo(1);
    }
}
