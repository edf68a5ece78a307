import CommandModel
import Foundation
import HostConfiguration
import HostSupport
import Logging
import SystemPackage
import Systemd
import Trellis

extension Host {
    /// Runs a daemon with the command line of `trellisd`, and ends the process with the exit status of the daemon.
    ///
    /// A daemon of its own consists of this call and its plugins:
    ///
    /// ```swift
    /// @main
    /// enum Clockd {
    ///     static func main() async {
    ///         await Host.main(program: "clockd", plugins: [PluginRegistration(ClockPlugin.self)])
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - program: The name of the program, in its help, in its errors and in the journal. Default: `trellisd`.
    ///   - plugins: The plugins of the daemon.
    ///   - absent: The plugins that the program was built without. Default: none.
    ///   - cluster: Creates the access to a cluster. Default: the section `cluster.etcd` is rejected.
    ///   - root: The root scope, with the instances that all plugins can depend on. Default: the clock and the metrics only.
    ///   - operations: The one-off operations, each of which is an option. Default: none.
    public static func main(
        program: String = "trellisd", plugins: [PluginRegistration], absent: [AbsentPlugin] = [],
        cluster: ClusterConnection? = nil, root: RootScope = RootScope(),
        operations: [HostOperation] = []
    ) async -> Never {
        let words = Array(CommandLine.arguments.dropFirst())
        // Without arguments, a daemon of root uses the directories of the system.
        if words.isEmpty, let lost = LostArguments.current {
            StandardStream.report(
                """
                \(program): the arguments '\(lost)' were lost before the program started, for example by a library in \
                LD_PRELOAD that changes the environment; start the program without it

                """)
            exit(ExitStatus.software.rawValue)
        }
        let line = HostCommandLine(
            program: program, plugins: plugins, absent: absent, cluster: cluster, root: root, operations: operations)
        exit(await line.run(words))
    }
}

/// The command line of a daemon.
struct HostCommandLine {
    /// The name of the program.
    let program: String

    /// The plugins of the daemon.
    let plugins: [PluginRegistration]

    /// The plugins that the program was built without.
    var absent: [AbsentPlugin] = []

    /// Creates the access to a cluster.
    var cluster: ClusterConnection?

    /// The root scope.
    var root = RootScope()

    /// The one-off operations.
    var operations: [HostOperation] = []

    /// The declaration of the command line.
    var command: Command {
        var command = Command(
            program, summary: "Host plugins, and serve their commands on a Unix socket.",
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
                .option(
                    "unit", "UNIT",
                    """
                    With --check: the systemd unit with whose user, environment and credentials the check runs, such as \
                    trellisd.service. Requires root.
                    """),
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
                .flag(
                    "demo",
                    """
                    Run every plugin on sample data, without a configuration file unless --config names one. The data is \
                    lost when the daemon ends.
                    """),
                .option(
                    "restore", "FILE",
                    """
                    Verify a backup of 'trellisctl backup', restore its files into the state directory, and start nothing. \
                    The replaced files are renamed.
                    """, .path),
            ] + operations.map { .flag($0.name, $0.summary) } + [
                .flag("schema", "Print the JSON Schema of the configuration file, and start nothing."),
                .option(
                    "log-level", "LEVEL", "The least severe level that is logged.",
                    .choice(Logger.Level.allCases.map { .init($0.rawValue) })),
            ])
        command.usage =
            [
                "[OPTION …]", "--demo [OPTION …]", "--check [OPTION …] [FILE …]", "--restore FILE [OPTION …]",
            ] + operations.map { "--\($0.name) [OPTION …]" } + ["--schema"]
        command.version = "\(program) \(Host.version)"
        command.manual = "trellisd(8)"
        return command
    }

    /// Runs a command line.
    ///
    /// - Parameter words: The words after the name of the program.
    /// - Returns: The exit status of the process.
    func run(_ words: [String]) async -> Int32 {
        // A result that nobody reads is an error with a message, and not the end by SIGPIPE.
        IgnoredSignals.ignore()
        if words == [ManualSections.command] { return printResult(manual.text) }
        do throws(CommandLineError) {
            switch try command.request(words) {
            case .version(let version): return printResult(version)
            case .help(let path): return printResult(HelpWriter(path: path).text)
            case .run(_, let arguments):
                try check(arguments)
                if let unit = arguments.text("unit") { return check(as: unit, words) }
                return await execute(arguments)
            }
        } catch {
            StandardStream.report("\(program): \(error)\n")
            return ExitStatus.usage.rawValue
        }
    }

    /// Writes the result of the command to standard output.
    ///
    /// - Returns: The exit status of the process: 0, or 74 (EX_IOERR).
    private func printResult(_ text: String) -> Int32 {
        do {
            try StandardStream.printResult(text + "\n")
            return ExitStatus.success.rawValue
        } catch {
            StandardStream.report("\(program): \(error)\n")
            return error.exitStatus.rawValue
        }
    }

    /// Rejects parameters that exclude each other.
    private func check(_ arguments: ParsedArguments) throws(CommandLineError) {
        try arguments.checkConflicts(
            [
                ["check", "schema"], ["check", "restore"], ["demo", "restore"], ["restore", "schema"],
                ["demo", "schema"],
                ["demo", "state-directory"], ["demo", "cache-directory"],
                ["demo", "runtime-directory"],
            ]
                + operations.flatMap { operation in
                    ["check", "demo", "restore", "schema"].map { [$0, operation.name] }
                })
        if arguments.has("unit"), !arguments.has("check") {
            throw CommandLineError(
                .missingArgument, "--unit requires --check",
                advice: "'\(program) --check --unit UNIT' checks the configuration as UNIT would read it.")
        }
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

    /// The absolute form of a path; other addresses are checked with the configuration.
    private static func absolute(socket text: String) -> String {
        if text.isEmpty || text.hasPrefix("unix:") || text.hasPrefix("@") { return text }
        return FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(text)).string
    }

    /// Runs a check with the user, the environment and the credentials of a unit.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit.
    ///   - words: The words of the command line.
    /// - Returns: The exit status of the process if the check cannot run.
    private func check(as unit: String, _ words: [String]) -> Int32 {
        // The words after "--" are files.
        let files = words.drop { $0 != "--" }
        var options = Array(words.prefix { $0 != "--" })
        if let index = options.firstIndex(of: "--unit") { options.removeSubrange(index...index + 1) }
        options.removeAll { $0.hasPrefix("--unit=") }
        do throws(HostFailure) {
            try UnitCheck(of: unit).replaceProcess(with: Array(options + files))
        } catch {
            StandardStream.report("\(program): \(error)\n")
            return error.exitStatus.rawValue
        }
    }

    private func execute(_ arguments: ParsedArguments) async -> Int32 {
        if arguments.has("schema") {
            return printResult(Host.configurationSchema(of: plugins, root: root))
        }
        let options = HostOptions(
            configuration: arguments.text("config").map { FilePath($0) },
            stateDirectory: arguments.text("state-directory").map { FilePath($0) },
            cacheDirectory: arguments.text("cache-directory").map { FilePath($0) },
            runtimeDirectory: arguments.text("runtime-directory").map { FilePath($0) },
            socket: arguments.text("socket").map(Self.absolute(socket:)), settings: arguments.texts("set"),
            logLevel: arguments.text("log-level").flatMap { Logger.Level(rawValue: $0) },
            isDemo: arguments.has("demo"))
        if let backup = arguments.text("restore") {
            return Host.restore(
                FilePath(backup), options, plugins: Set(plugins.map(\.name) + absent.map(\.name)), program: program)
        }
        if let operation = operations.first(where: { arguments.has($0.name) }) {
            let host = Host(
                options: options, plugins: plugins, absent: absent, service: .current(),
                variables: ProcessInfo.processInfo.environment, cluster: cluster, root: root)
            return await host.perform(operation, program: program)
        }
        return await Host.runProcess(
            options, program: program, plugins: plugins, absent: absent, checking: arguments.has("check"),
            files: arguments.texts("file").map { FilePath($0) }, cluster: cluster, root: root)
    }
}

extension HostCommandLine {
    /// The generated sections of trellisd(8) and trellis.yaml(5).
    var manual: ManualSections {
        let valid = Host.validSettings(of: plugins, root: root)
        var sections = ManualSections()
        sections.add("options", Mdoc.list(of: command.parameters))
        sections.add("settings-of-the-daemon", list(valid.daemon))
        sections.add("settings-of-every-plugin", list(valid.everyPlugin))
        sections.add(
            "settings-of-plugins",
            valid.plugins.flatMap { [".Ss The plugin " + Mdoc.text($0.name)] + list($0.settings) })
        return sections
    }

    private func list(_ settings: [SettingDeclaration]) -> [String] {
        Mdoc.list(
            settings.map { setting in
                let key = setting.path.joined(separator: ".")
                let expected = "Expected: " + Mdoc.text(setting.type.expectation) + "."
                let fallback = setting.defaultText.flatMap { $0.isEmpty ? nil : "Default: " + Mdoc.text($0) + "." }
                let lines = Mdoc.paragraph(setting.summary) + [expected, fallback].compactMap(\.self)
                return ("Ic " + Mdoc.text(key), lines)
            })
    }
}

/// The arguments that the kernel passed to this process, and that the Swift runtime does not have.
///
/// The runtime finds the arguments in front of the environment. A library whose constructor calls setenv(3) moves the
/// environment, and the program then seems to have no arguments.
enum LostArguments {
    /// The arguments in one line; nil when none is lost.
    static var current: String? {
        // The kernel ends each argument with a zero byte.
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/cmdline"))) ?? Data()
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().dropFirst()
        return words.isEmpty ? nil : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
}
