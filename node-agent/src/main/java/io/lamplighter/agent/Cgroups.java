package io.lamplighter.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds the control groups this process is in, in the layout of version 2, of version 1, or of both side by side: from its own
 * one outwards to what the mount shows as the root. In a container that root is the container's own group, with its limits.
 *
 * <p>The group of a systemd service that was started for the agent alone limits the agent and not the node, so it can be left
 * out.
 *
 * @param proc where {@code /proc} is
 * @param isOwnService whether systemd started the agent as a service, whose group then is the agent's own
 */
record Cgroups(Path proc, boolean isOwnService) {
    private static final int MOUNT_ROOT = 3;
    private static final int MOUNT_POINT = 4;

    /**
     * The groups of one controller.
     *
     * @param isVersion2 layout of the files in them
     * @param levels directories of the groups, the innermost first
     */
    record Hierarchy(boolean isVersion2, List<Path> levels) {
        Hierarchy {
            levels = List.copyOf(levels);
        }
    }

    private record Mount(boolean isVersion2, String root, Path point) {}

    /** The groups of this machine's {@code /proc}. */
    static Cgroups ofThisProcess(boolean leavesOutOwnService) {
        // systemd gives each run of a service an id of its own.
        return new Cgroups(Path.of("/proc"), leavesOutOwnService && System.getenv("INVOCATION_ID") != null);
    }

    /** Empty where there are no control groups, or none with this controller. */
    Optional<Hierarchy> of(String controller) throws IOException {
        Optional<Mount> mount = mount(controller);
        if (mount.isEmpty()) {
            return Optional.empty();
        }
        Path root = mount.get().point();
        Path own = root;
        for (String part : pathBelowMount(controller, mount.get())) {
            own = own.resolve(part);
        }
        if (isOwnService && !own.equals(root) && own.toString().endsWith(".service")) {
            own = own.getParent();
        }
        return Optional.of(new Hierarchy(mount.get().isVersion2(), upwards(own, root)));
    }

    private static List<Path> upwards(Path own, Path root) {
        List<Path> levels = new ArrayList<>();
        for (Path level = own; !level.equals(root); level = level.getParent()) {
            // A container may see its path as its host names it, without seeing the directories.
            if (Files.isDirectory(level)) {
                levels.add(level);
            }
        }
        levels.add(root);
        return levels;
    }

    private Optional<Mount> mount(String controller) throws IOException {
        Optional<Mount> version2 = Optional.empty();
        for (String line : lines("self/mountinfo")) {
            int dash = line.indexOf(" - ");
            String[] before = line.substring(0, Math.max(dash, 0)).split(" ", -1);
            String[] after = line.substring(dash < 0 ? line.length() : dash + 3).split(" ", -1);
            if (before.length <= MOUNT_POINT || after.length < 3) {
                continue;
            }
            boolean isVersion2 = after[0].equals("cgroup2");
            Mount mount = new Mount(isVersion2, before[MOUNT_ROOT], Path.of(before[MOUNT_POINT]));
            if (after[0].equals("cgroup") && names(after[2]).contains(controller)) {
                return Optional.of(mount); // in a mixed layout version 1 has the controllers that it names
            }
            if (isVersion2 && version2.isEmpty()) {
                version2 = Optional.of(mount);
            }
        }
        return version2;
    }

    private List<String> pathBelowMount(String controller, Mount mount) throws IOException {
        for (String line : lines("self/cgroup")) {
            String[] words = line.split(":", 3);
            if (words.length == 3
                    && (mount.isVersion2()
                            ? words[0].equals("0")
                            : names(words[1]).contains(controller))) {
                List<String> path = parts(words[2]);
                List<String> root = parts(mount.root());
                boolean isBelow = path.size() >= root.size()
                        && path.subList(0, root.size()).equals(root)
                        && !path.contains("..");
                return isBelow ? path.subList(root.size(), path.size()) : List.of();
            }
        }
        return List.of();
    }

    private static List<String> names(String text) {
        return Arrays.asList(text.split(",", -1));
    }

    private static List<String> parts(String path) {
        return Arrays.stream(path.split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private List<String> lines(String file) throws IOException {
        Path path = proc.resolve(file);
        // Latin-1 reads any byte: mount points may be in any encoding.
        return Files.exists(path) ? Files.readAllLines(path, StandardCharsets.ISO_8859_1) : List.of();
    }
}
