package io.lamplighter.balancer.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodePathTest {
    @Test
    void upstreamAndNodeAreDecoded() {
        assertThat(NodePath.of("/upstreams/lamps/nodes/10.0.0.1:1883"))
                .hasValue(new NodePath("lamps", "10.0.0.1:1883"));
        assertThat(NodePath.of("/upstreams/a%2Fb+c%20d/nodes/%5B::1%5D:1883%232?x=/y"))
                .hasValue(new NodePath("a/b+c d", "[::1]:1883#2"));
        assertThat(NodePath.of("/upstreams/u/nodes/[::1]:1883")).hasValue(new NodePath("u", "[::1]:1883"));
    }

    @Test
    void otherPathsAndBrokenEscapesAreNone() {
        for (String target : new String[] {
            "/state",
            "/upstreams/u/nodes/",
            "/upstreams//nodes/a",
            "/upstreams/u/nodes/a/",
            "/upstreams/u/nodes/a/b",
            "/upstreams/u/nodes/%zz",
            "/upstreams/%/nodes/a"
        }) {
            assertThat(NodePath.of(target)).as(target).isEmpty();
        }
    }
}
