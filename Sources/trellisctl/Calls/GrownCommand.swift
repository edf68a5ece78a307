import Glibc
import Varlink

/// A command of a plugin: everything about it comes from the contract that the daemon serves.
struct GrownCommand {
    /// The plugin's name, or that of an interface.
    let plugin: String

    /// The words after it.
    let words: [String]

    /// Whether the line is one of a shell of this plugin, where its name goes without saying.
    var isShellOfPlugin = false

    /// Gives the command, or prints help.
    ///
    /// - Parameter session: The options of the line, and the way to the daemon.
    /// - Throws: ``CommandFailure``, ``OutputClosed``; what a call throws.
    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let interfaces = try await session.withTimeout {
            try await Catalogue(connection: connection).interfaces(of: plugin)
        }
        guard let command = words.first, !command.hasPrefix("-") else {
            guard words.isEmpty || asksForHelp(words) else {
                throw CommandFailure(
                    EX_USAGE, "'\(words[0])' is no command of \(plugin)", advice: "Say 'trellisctl \(plugin) --help'.")
            }
            try printHelp(of: interfaces, in: session)
            return
        }
        if command == "help", !interfaces.contains(where: { $0.methods.contains { $0.name == "Help" } }) {
            let rest = Array(words.dropFirst())
            guard let command = rest.first else { return try printHelp(of: interfaces, in: session) }
            try printHelp(of: method(command, of: interfaces, in: session), in: session)
            return
        }
        let method = try method(command, of: interfaces, in: session)
        var rest = Array(words.dropFirst())
        if asksForHelp(rest) {
            try printHelp(of: method, in: session)
            return
        }
        let options = try CallOptions(takingFrom: &rest, line: session.options.line)
        try await session.explaining(by: connection, knowing: method.interface) { [rest] in
            try await PluginCall(method, options: options, words: rest, in: session).run(by: connection)
        }
    }

    private func method(
        _ command: String, of interfaces: [InterfaceDescription], in session: Session
    ) throws -> PluginMethod {
        var method = try PluginMethod(command: command, of: plugin, in: interfaces)
        if session.shared != nil { method.start = isShellOfPlugin ? [] : [plugin] }
        return method
    }

    private func printHelp(of interfaces: [InterfaceDescription], in session: Session) throws {
        try StandardOutput.write(
            line: help(in: session).plugin(isShellOfPlugin ? nil : plugin, interfaces: interfaces))
    }

    private func printHelp(of method: PluginMethod, in session: Session) throws {
        try StandardOutput.write(line: help(in: session).command(ParameterReader(method)))
    }

    private func help(in session: Session) -> HelpText {
        HelpText(columns: session.display.textColumns, program: session.shared == nil ? "trellisctl" : "")
    }

    private func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }
}
