package io.lamplighter.simulator.lab.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** A table for a terminal: the first column to the left, the others to the right. */
public final class Table {
    private static final String GAP = "  ";

    private final String title;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param heads of the columns */
    public Table(String title, List<String> heads) {
        this.title = title;
        rows.add(List.copyOf(heads));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are heads
     */
    public void add(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("cells: found " + cells + ", expected one for each of " + rows.get(0));
        }
        rows.add(List.copyOf(cells));
    }

    public void print(PrintStream out) {
        out.println(title);
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String padding = " ".repeat(width(column) - row.get(column).length());
                line.append(column == 0 ? "" : GAP + padding).append(row.get(column));
                line.append(column == 0 ? padding : "");
            }
            out.println(line.toString().stripTrailing());
        }
        out.println();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
