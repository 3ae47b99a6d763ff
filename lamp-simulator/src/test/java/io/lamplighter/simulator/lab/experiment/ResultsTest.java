package io.lamplighter.simulator.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lamplighter.simulator.lab.model.Method;
import io.lamplighter.simulator.lab.model.Metric;
import io.lamplighter.simulator.lab.model.NodeSpec;
import io.lamplighter.simulator.lab.model.Requests;
import io.lamplighter.simulator.lab.model.Scenario;
import io.lamplighter.simulator.lab.model.Work;
import io.lamplighter.simulator.lab.output.Drawing;
import io.lamplighter.simulator.lab.output.Table;
import io.lamplighter.simulator.lab.stats.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultsTest {
    private static final Scenario SMALL = Scenario.of(
                    "small",
                    List.of(NodeSpec.of("a", 2), NodeSpec.of("b", 1)),
                    Requests.during(90, new Work.LogNormal(0.02, 1, 0), 20),
                    20)
            .measure(2, 5)
            .build();

    @TempDir
    private Path directory;

    @Test
    void theSameSeedWritesTheSameBytesAndAnotherSeedOthers() throws IOException {
        List<byte[]> first = written("first", 5);
        assertThat(written("second", 5)).usingRecursiveComparison().isEqualTo(first);
        assertThat(written("third", 6).get(0)).isNotEqualTo(first.get(0));
    }

    private List<byte[]> written(String name, long seed) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        Path own = Files.createDirectory(directory.resolve(name));
        for (Path file : Results.of(new Small(), seed, 3).writeCsv(own)) {
            contents.add(Files.readAllBytes(file));
        }
        assertThat(contents).hasSize(2);
        return contents;
    }

    @Test
    void differencesAreBetweenRunsOfTheSameSeed() {
        Results results = Results.of(new Small(), 1, 4);
        Estimate one = results.estimate(SMALL, Method.ROUND_ROBIN, Metric.MEAN);
        Estimate other = results.estimate(SMALL, Method.LEAST_CONN, Metric.MEAN);
        Estimate difference = results.difference(SMALL, Method.ROUND_ROBIN, Metric.MEAN);
        assertThat(difference.mean()).isEqualTo(100 * (one.mean() / other.mean() - 1), within(1e-9));
        assertThat(results.difference(SMALL, Method.LEAST_CONN, Metric.MEAN)).isEqualTo(new Estimate(0, 0));
    }

    static Stream<Experiment> experiments() {
        return Experiments.all().stream();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void scenariosAndMethodsOfAnExperimentHaveNamesOfTheirOwn(Experiment experiment) {
        assertThat(experiment.scenarios()).extracting(Scenario::name).doesNotHaveDuplicates();
        assertThat(experiment.methods()).extracting(Method::name).doesNotHaveDuplicates();
        assertThat(experiment.methods()).contains(experiment.baseline());
    }

    private static final class Small implements Experiment {
        @Override
        public String name() {
            return "small";
        }

        @Override
        public String title() {
            return "small";
        }

        @Override
        public List<Scenario> scenarios() {
            return List.of(SMALL);
        }

        @Override
        public List<Method> methods() {
            return List.of(Method.ROUND_ROBIN, Method.LEAST_CONN, Method.RANDOM_TWO);
        }

        @Override
        public Method baseline() {
            return Method.LEAST_CONN;
        }

        @Override
        public List<Metric> metrics() {
            return List.of(Metric.MEAN, Metric.IMBALANCE, Metric.HELD);
        }

        @Override
        public List<Table> tables(Results results) {
            return List.of(Views.scenario(results, SMALL));
        }

        @Override
        public List<Drawing> drawings(Results results) {
            return List.of();
        }

        @Override
        public List<String> notes() {
            return List.of();
        }
    }
}
