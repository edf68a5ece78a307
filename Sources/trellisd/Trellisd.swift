import CommandModel
import Foundation
import Logging
import SystemPackage
import TrellisHost

/// The program `trellisd`.
@main
enum Trellisd {
    /// The declaration of the command line.
    static let command: Command = {
        var command = Command(
            "trellisd", summary: "Host plugins, and serve their commands on a Unix socket.",
            discussion: [
                """
                Without --config, the configuration is trellis.yaml in systemd's configuration directory or in \
                /etc/trellis. Stop the daemon with SIGTERM or Ctrl-C.
                """
            ],
            parameters: [
                .option(
                    "config", "FILE",
                    "The configuration file; drop-ins are in the directory trellis.d beside it.", .path),
                .option("state-directory", "DIR", "The directory for data that must not be lost.", .path),
                .option("cache-directory", "DIR", "The directory for data that can be restored.", .path),
                .option(
                    "runtime-directory", "DIR", "The directory for data that is removed when the daemon stops.", .path),
                .option("socket", "PATH", "The path of the control socket, if systemd does not pass one.", .path),
                .option(
                    "set", "KEY=VALUE", "A setting that takes precedence over all others, such as log.level=debug."
                )
                .with { $0.isRepeated = true },
                .flag(
                    "check",
                    "Check the configuration and the graph of every enabled plugin, print every error, and start nothing."
                ),
                .argument(
                    "file", isRequired: false,
                    """
                    With --check: a file to check instead of the configuration, as a separate configuration with the \
                    drop-ins beside it.
                    """
                ).with {
                    $0.kind = .path
                    $0.isRepeated = true
                },
                .flag("schema", "Print the JSON Schema of the configuration file, and start nothing."),
                .option(
                    "log-level", "LEVEL", "The least severe level that is logged.",
                    .choice(Logger.Level.allCases.map { .init($0.rawValue) })),
            ])
        command.usage = ["[OPTION …]", "--check [OPTION …] [FILE …]", "--schema"]
        command.version = "trellisd \(Host.version)"
        command.manual = "trellisd(8)"
        return command
    }()

    static func main() async {
        exit(await run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs a command line.
    ///
    /// - Parameter words: The words after the program's name.
    /// - Returns: The exit status of the process.
    private static func run(_ words: [String]) async -> Int32 {
        if words == [ManualSections.command] {
            print(manual.text)
            return 0
        }
        do throws(CommandLineError) {
            switch try command.request(words) {
            case .version(let version): print(version)
            case .help(let path): print(HelpWriter(path: path).text)
            case .run(_, let arguments):
                try check(arguments)
                return await run(arguments)
            }
            return 0
        } catch {
            FileHandle.standardError.write(Data("trellisd: \(error)\n".utf8))
            return 64  // EX_USAGE
        }
    }

    /// Rejects parameters that exclude each other.
    private static func check(_ arguments: ParsedArguments) throws(CommandLineError) {
        try arguments.checkConflicts([["check", "schema"]])
        guard let file = arguments.text("file") else { return }
        guard arguments.has("check") else {
            throw .surplusArgument(
                file, usage: "Use --check FILE to check a configuration file, or --config FILE to run with it.")
        }
        if arguments.has("config") {
            throw CommandLineError(
                .conflict, "--config and the arguments of --check exclude each other",
                advice: "Omit --config: --check FILE … checks each file as a separate configuration.")
        }
    }

    private static func run(_ arguments: ParsedArguments) async -> Int32 {
        if arguments.has("schema") {
            print(Host.configurationSchema(of: plugins))
            return 0
        }
        let options = HostOptions(
            configuration: arguments.text("config").map { FilePath($0) },
            stateDirectory: arguments.text("state-directory").map { FilePath($0) },
            cacheDirectory: arguments.text("cache-directory").map { FilePath($0) },
            runtimeDirectory: arguments.text("runtime-directory").map { FilePath($0) },
            socket: arguments.text("socket"), settings: arguments.texts("set"),
            logLevel: arguments.text("log-level").flatMap { Logger.Level(rawValue: $0) })
        return await Host.main(
            options, plugins: plugins, checking: arguments.has("check"),
            files: arguments.texts("file").map { FilePath($0) })
    }
}
