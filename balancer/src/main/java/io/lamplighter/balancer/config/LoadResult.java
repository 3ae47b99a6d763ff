package io.lamplighter.balancer.config;

import java.util.List;

/** What came of reading a configuration. */
public sealed interface LoadResult {
    /** What deserves a warning, in the order of the files. */
    List<Fault> warnings();

    /** Every file that was read, in the order in which they were opened, each once. */
    List<ConfigFile> files();

    /**
     * The configuration can be used.
     *
     * @param config the configuration
     */
    record Loaded(BalancerConfig config, List<Fault> warnings, List<ConfigFile> files) implements LoadResult {
        public Loaded {
            warnings = List.copyOf(warnings);
            files = List.copyOf(files);
        }
    }

    /**
     * The configuration is refused.
     *
     * @param faults everything that is wrong, in the order of the files, at least one
     */
    record Refused(List<Fault> faults, List<Fault> warnings, List<ConfigFile> files) implements LoadResult {
        public Refused {
            faults = List.copyOf(faults);
            warnings = List.copyOf(warnings);
            files = List.copyOf(files);
        }
    }
}
