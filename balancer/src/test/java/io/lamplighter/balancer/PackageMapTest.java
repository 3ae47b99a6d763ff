package io.lamplighter.balancer;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The map of the packages: who may lean on whom. The root package puts everything together and may see everything. A package
 * that is not on the map, and an arrow that is not, are red.
 */
class PackageMapTest {
    private static final String ROOT = "io.lamplighter.balancer";

    private static final Map<String, String> MAY_LEAN_ON = Map.ofEntries(
            Map.entry("listen", "admission pick connect relay measure mqtt names node config tls variable"),
            Map.entry("admission", "measure mqtt node config tls variable"),
            // To config only where a selector is built from an upstream, see onlySelectorsReadsConfiguration.
            Map.entry("pick", "node config"),
            Map.entry("connect", "pick measure node config tls variable"),
            Map.entry("relay", "measure mqtt node config"),
            Map.entry("measure", "node config tls variable"),
            Map.entry("watch", "measure names node config tls variable"),
            Map.entry("predict", ""),
            Map.entry("weigh", "predict measure watch pick node config"),
            Map.entry("admin", "weigh keyval measure admission pick node config variable"),
            Map.entry("names", "config"),
            Map.entry("mqtt", ""),
            Map.entry("config", "geoip tls variable"),
            Map.entry("geoip", "variable"),
            Map.entry("keyval", "config variable"),
            Map.entry("tls", "variable"),
            Map.entry("variable", ""),
            Map.entry("node", "config"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    static Stream<String> packages() {
        return MAY_LEAN_ON.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageLeansOnlyOnWhatTheMapAllows(String name) {
        noClasses()
                .that()
                .resideInAPackage(inside(name))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(notIn(name, MAY_LEAN_ON.get(name))))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void everyClassLivesInAPackageOfTheMap() {
        classes()
                .should()
                .resideInAnyPackage(Stream.concat(Stream.of(ROOT), packages().map(PackageMapTest::inside))
                        .toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCircle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void choosingForecastingConfigurationAndNodesKnowNothingOfNetty() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        inside("pick"), inside("predict"), inside("config"), inside("variable"), inside("node"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void onlySelectorsReadsConfiguration() {
        noClasses()
                .that()
                .resideInAPackage(inside("pick"))
                .and()
                .doNotHaveSimpleName("Selectors")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(inside("config"))
                .check(CLASSES);
    }

    /** Reports come in through {@code watch}; {@code weigh} reads what they say. Sampling, and with it OSHI, stays outside. */
    @Test
    void ofTheAgentOnlyTheReportFormatIsSeenAndOnlyByTheColdSide() {
        noClasses()
                .that(resideInAPackage(ROOT + "..").and(outside("watch")).and(outside("weigh")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lamplighter.agent..")
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.lamplighter.agent..")
                        .and(DescribedPredicate.not(resideInAPackage("io.lamplighter.agent.report"))))
                .check(CLASSES);
    }

    @Test
    void theMapIsHeldAgainstTheRealClasses() {
        assertThat(CLASSES.stream().map(JavaClass::getPackageName))
                .contains(ROOT + ".pick", ROOT + ".node", ROOT + ".config", ROOT + ".relay");
    }

    private static String inside(String name) {
        return ROOT + "." + name + "..";
    }

    private static DescribedPredicate<JavaClass> outside(String name) {
        return DescribedPredicate.not(resideInAPackage(inside(name)));
    }

    private static DescribedPredicate<JavaClass> notIn(String name, String allowed) {
        String[] packages = Arrays.stream((name + " " + allowed).strip().split(" "))
                .map(PackageMapTest::inside)
                .toArray(String[]::new);
        return DescribedPredicate.not(resideInAnyPackage(packages));
    }
}
