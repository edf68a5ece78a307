import CommandModel
import Glibc

/// Runs a command line: a built-in command, or a command of a plugin.
struct CommandDispatcher {
    /// The context of the command.
    let session: Session

    /// Runs the command that the first words name.
    ///
    /// - Parameter words: The command line, without the options that every command has.
    /// - Returns: The exit status.
    /// - Throws: `CommandLineError` when the words are invalid; ``OutputClosed`` when the reader of the output closes
    ///   it; ``CommandFailure`` when the command fails; `CancellationError` when the command is cancelled.
    func run(_ words: [String]) async throws -> Int32 {
        var words = words
        // `help items add` is converted to `items add --help`.
        if words.first == BuiltInCommands.help.word, words.count > 1, !BuiltInCommands.names.contains(words[1]) {
            words = words.dropFirst() + ["--help"]
        }
        if let first = words.first, !first.hasPrefix("-"), !BuiltInCommands.isReserved(first) {
            try await runPluginCommand(first, Array(words.dropFirst()))
            return EX_OK
        }
        switch try BuiltInCommands.root.request(words) {
        case .version(let version): try StandardOutput.write(line: version)
        case .help(let path):
            try StandardOutput.write(line: HelpWriter(path: path, columns: session.display.textColumns).text)
        case .run(let path, let arguments):
            try HostRestriction.check(path, arguments, on: session.options.hosts)
            return try await session.explaining {
                try await run(path.dropFirst().map(\.name), arguments)
            }
        }
        return EX_OK
    }

    /// Runs a command of a plugin.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin or of an interface.
    ///   - words: The words after the name.
    ///   - isShell: Whether the line was entered in a shell of this plugin.
    /// - Throws: `CommandLineError` when the words are invalid; ``OutputClosed`` when the reader of the output closes
    ///   it; ``CommandFailure`` when the command fails; `CancellationError` when the command is cancelled.
    func runPluginCommand(_ plugin: String, _ words: [String], isShell: Bool = false) async throws {
        try await session.explaining {
            try await PluginCommandRunner(plugin: plugin, words: words, isShellOfPlugin: isShell).run(in: session)
        }
    }

    private func run(_ path: [String], _ arguments: ParsedArguments) async throws -> Int32 {
        switch path {
        case ["status"]: return try await StatusCommand(arguments).run(in: session)
        case ["top"]: try await TopCommand(arguments).run(in: session)
        case ["calls"]: try await CallsCommand(arguments).run(in: session)
        case ["jobs"]: try await JobsCommand(arguments).run(in: session)
        case ["jobs", "run"]: try await JobsRunCommand(arguments).run(in: session)
        case ["hosts"]: try await HostsCommand(arguments).run(in: session)
        case ["dashboard"]: try await DashboardCommand(arguments).run(in: session)
        case ["plugin", "list"]: try await PluginListCommand(arguments).run(in: session)
        case ["plugin", "start"]: try await PluginControlCommand(.start, arguments).run(in: session)
        case ["plugin", "stop"]: try await PluginControlCommand(.stop, arguments).run(in: session)
        case ["plugin", "restart"]: try await PluginControlCommand(.restart, arguments).run(in: session)
        case ["plugin", "why"]: try await PluginWhyCommand(arguments).run(in: session)
        case ["plugin", "blame"]: try await PluginBlameCommand(arguments).run(in: session)
        case ["plugin", "critical-chain"]: try await PluginCriticalChainCommand(arguments).run(in: session)
        case ["plugin", "graph"]: try await PluginGraphCommand(arguments).run(in: session)
        case ["plugin", "enable"]: try await PluginControlCommand(.enable, arguments).run(in: session)
        case ["plugin", "disable"]: try await PluginControlCommand(.disable, arguments).run(in: session)
        case ["plugin", "revert"]: try await PluginControlCommand(.revert, arguments).run(in: session)
        case ["plugin", "release"]: try await PluginControlCommand(.release, arguments).run(in: session)
        case ["introspect"]: try await IntrospectCommand(arguments).run(in: session)
        case ["call"]: try await CallCommand(arguments).run(in: session)
        case ["config", "show"]: try await ConfigShowCommand(arguments).run(in: session)
        case ["config", "schema"]: try await ConfigSchemaCommand(arguments).run(in: session)
        case ["plan"]: try await PlanCommand(arguments).run(in: session)
        case ["reload"]: try await ReloadCommand(arguments).run(in: session)
        case ["events"]: try await EventsCommand(arguments).run(in: session)
        case ["wait"]: try await WaitCommand(arguments).run(in: session)
        case ["log"]: try await LogCommand(arguments).run(in: session)
        case ["log-level"]: try await LogLevelCommand(arguments).run(in: session)
        case ["audit"]: try await AuditCommand(arguments).run(in: session)
        case ["bridge"]: try await BridgeCommand(arguments).run(in: session)
        case ["inject"]: try await InjectCommand(arguments).run(in: session)
        case ["doctor"]: try await DoctorCommand(arguments).run(in: session)
        case ["debug", "bundle"]: try await DebugBundleCommand(arguments).run(in: session)
        case ["backup"]: try await BackupCommand(arguments).run(in: session)
        case ["shell"]: return try await ShellCommand(arguments).run(in: session, by: Self.runLine)
        default: throw CommandLineError.unknownCommand(path.joined(separator: " "), among: BuiltInCommands.names)
        }
        return EX_OK
    }

    /// Runs a line of a shell.
    private static let runLine: Shell.LineRunner = { words, plugin, session in
        let dispatcher = CommandDispatcher(session: session)
        guard let plugin else { return try await dispatcher.run(words) }
        try await dispatcher.runPluginCommand(plugin, words, isShell: true)
        return EX_OK
    }
}
