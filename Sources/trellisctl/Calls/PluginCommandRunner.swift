import CommandModel
import Varlink

/// Runs a command of a plugin, which is derived from the contract that the daemon serves.
struct PluginCommandRunner {
    /// The name of the plugin or of an interface.
    let plugin: String

    /// The words after the name.
    let words: [String]

    /// Whether the line was entered in a shell of this plugin, where the name of the plugin is omitted.
    var isShellOfPlugin = false

    /// Runs the command, or prints help.
    ///
    /// - Parameter session: The context of the command.
    /// - Throws: `CommandLineError` when the words are invalid; ``OutputClosed`` when the reader of the output closes
    ///   it; ``CommandFailure`` when the command fails; the error of a call.
    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let interfaces = try await session.withTimeout {
            try await Catalogue(connection: connection).interfaces(of: plugin)
        }
        if !isShellOfPlugin, var method = PluginMethod(onlyOf: plugin, in: interfaces) {
            method.start = session.isShell ? [] : ["trellisctl"]
            return try await run(method, words, by: connection, in: session)
        }
        let words = wordsOfSelection(among: interfaces) ?? words
        guard let command = words.first, !command.hasPrefix("-") else {
            guard words.isEmpty || Command.requestsHelp(words) else {
                throw CommandLineError(
                    .unknownOption, "unknown option \(words[0])",
                    advice: "Options follow the command: \(plugin) COMMAND [OPTION …].")
            }
            return try printHelp(of: interfaces, in: session)
        }
        if command == BuiltInCommands.help.word, !interfaces.contains(where: { $0.method(named: "Help") != nil }) {
            guard let command = words.dropFirst().first else { return try printHelp(of: interfaces, in: session) }
            return try printHelp(of: method(command, of: interfaces, in: session), in: session)
        }
        let method = try method(command, of: interfaces, in: session)
        try await run(method, Array(words.dropFirst()), by: connection, in: session)
    }

    private func run(
        _ method: PluginMethod, _ words: [String], by connection: VarlinkConnection, in session: Session
    ) async throws {
        guard !Command.requestsHelp(words) else { return try printHelp(of: method, in: session) }
        let reader = ParameterReader(method, line: session.options.line)
        let call = try PluginCall(reader, words: words, in: session)
        try await session.explaining(calling: method) { try await call.run(by: connection) }
    }

    /// Returns the words of the command `select` for a number that was entered in a shell of the plugin; nil for other
    /// words, and for a plugin without the command.
    private func wordsOfSelection(among interfaces: [InterfaceDescription]) -> [String]? {
        guard isShellOfPlugin, words.count == 1, Int(words[0]) != nil,
            interfaces.contains(where: { $0.method(named: "Select") != nil })
        else { return nil }
        return ["select"] + words
    }

    private func method(
        _ command: String, of interfaces: [InterfaceDescription], in session: Session
    ) throws(CommandLineError) -> PluginMethod {
        var method = try PluginMethod(command: command, of: plugin, in: interfaces)
        method.start = start(in: session)
        return method
    }

    /// The words that precede the command on the command line.
    private func start(in session: Session) -> [String] {
        if !session.isShell { return ["trellisctl", plugin] }
        return isShellOfPlugin ? [] : [plugin]
    }

    private func printHelp(of interfaces: [InterfaceDescription], in session: Session) throws {
        try print([PluginMethod.declaration(of: plugin, interfaces)], start: start(in: session), in: session)
    }

    private func printHelp(of method: PluginMethod, in session: Session) throws {
        try print([ParameterReader(method).declaration], start: method.start + [method.name], in: session)
    }

    private func print(_ path: [Command], start: [String], in session: Session) throws {
        let help = HelpWriter(
            path: [BuiltInCommands.root] + path, columns: session.display.textColumns, start: start)
        try StandardOutput.write(line: help.text)
    }
}
