package io.lamplighter.simulator.lab.experiment;

import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.output.Drawing;
import io.lamplighter.simulator.lab.output.Table;
import java.util.List;

/** Scenarios and methods, each of which is tried in each, and how to look at what comes of it. */
public interface Experiment {
    /** On the command line and in the names of files. */
    String name();

    /** One line for people. */
    String title();

    List<Scenario> scenarios();

    List<Method> methods();

    /** With which the others are compared in pairs of runs. */
    Method baseline();

    /** What is looked at. */
    List<Metric> metrics();

    List<Table> tables(Results results);

    List<Drawing> drawings(Results results);

    /** What one has to know to read the numbers. */
    List<String> notes();
}
