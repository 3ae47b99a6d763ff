package io.lamplighter.balancer.pick;

import io.lamplighter.balancer.node.Node;
import org.jspecify.annotations.Nullable;

/** Picks among the primaries, and among the backups only when no primary can be had. */
final class UpstreamSelector implements Selector {
    private final Selector primary;
    private final Selector backup;

    UpstreamSelector(Selector primary, Selector backup) {
        this.primary = primary;
        this.backup = backup;
    }

    @Override
    public @Nullable Node pick(PickContext context, long nowMs) {
        Node node = primary.pick(context, nowMs);
        return node != null ? node : backup.pick(context, nowMs);
    }
}
