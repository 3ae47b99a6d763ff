package io.lamplighter.simulator;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.lamplighter.simulator.cloud.NodeCommand;
import io.lamplighter.simulator.demo.DemoCommand;
import io.lamplighter.simulator.lab.LabCommand;
import io.lamplighter.simulator.report.ReportCommand;
import io.lamplighter.simulator.run.RunCommand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The program {@code lampsim}. Exit status: 0 when all went well, 1 when something failed or was not as expected, 2 for a
 * command line that cannot be understood.
 */
@Command(
        name = "lampsim",
        description =
                "A load tool for services that talk to devices: lamps, scenarios, latency reports, emulated nodes, and a demo of it all.",
        mixinStandardHelpOptions = true,
        versionProvider = LampSim.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            ReportCommand.class,
            LabCommand.class,
            NodeCommand.class,
        })
public final class LampSim {
    private LampSim() {}

    public static void main(String[] arguments) {
        logToStandardError();
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new LampSim())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(LampSim::sayWrongOption)
                .setExecutionExceptionHandler(LampSim::say);
    }

    /** One sentence; the whole usage would push it off the screen. */
    private static int sayWrongOption(CommandLine.ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println("lampsim: " + wrong.getMessage());
        command.getErr().println("\"" + command.getCommandSpec().qualifiedName() + " --help\" shows the options");
        return CommandLine.ExitCode.USAGE;
    }

    /** What a user can do something about is one sentence; anything else is our own bug and shows where it happened. */
    private static int say(Exception trouble, CommandLine command, CommandLine.ParseResult parsed) {
        if (trouble instanceof java.io.IOException && trouble.getMessage() != null) {
            command.getErr().println("lampsim: " + trouble.getMessage());
        } else {
            trouble.printStackTrace(command.getErr());
        }
        return 1;
    }

    /** Standard output belongs to tables and ready lines. */
    private static void logToStandardError() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{20}: %msg%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        // It warns when thousands of lamps end at once, and loses nothing by it.
        context.getLogger("io.netty.channel.uring.IoUringIoHandler").setLevel(Level.ERROR);
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = LampSim.class.getPackage().getImplementationVersion();
            return new String[] {"lampsim " + (version == null ? "(not packaged)" : version)};
        }
    }
}
