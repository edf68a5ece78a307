import Glibc
import HostInterface
import Varlink

/// A command of a plugin: everything about it comes from the contract that the daemon serves.
struct GrownCommand {
    /// The plugin's name.
    let plugin: String

    /// The words after it.
    let words: [String]

    /// Gives the command, or prints help.
    ///
    /// - Parameter session: The options of the line, and the way to the daemon.
    /// - Throws: ``CommandFailure``, ``OutputClosed``.
    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let interfaces = try await session.withTimeout { try await self.interfaces(of: connection) }
        let command = words.first { !$0.hasPrefix("-") }
        guard let command, words.first == command else {
            guard words.isEmpty || asksForHelp(words) else {
                throw CommandFailure(
                    EX_USAGE, "'\(words[0])' is no command of \(plugin)", advice: "Say 'trellisctl \(plugin) --help'.")
            }
            try StandardOutput.write(line: HelpText.plugin(plugin, interfaces: interfaces))
            return
        }
        let found = interfaces.lazy.compactMap { interface in
            interface.methods.first { CommandName.spelled($0.name) == command }.map { (interface, $0) }
        }.first
        guard let (interface, method) = found else {
            let names = interfaces.flatMap(\.methods).map { CommandName.spelled($0.name) }.joined(separator: ", ")
            throw CommandFailure(EX_USAGE, "\(plugin) has no command '\(command)'", advice: "It has: \(names).")
        }
        let reader = ParameterReader(interface: interface, method: method, command: "\(plugin) \(command)")
        let rest = Array(words.dropFirst())
        if asksForHelp(rest) {
            try StandardOutput.write(line: HelpText.command(reader))
            return
        }
        let parameters = try reader.parameters(from: rest)
        try await call(
            "\(interface.name).\(method.name)", method, parameters, of: interface, by: connection, in: session)
    }

    private func call(
        _ name: String, _ method: InterfaceDescription.Method, _ parameters: JSONObject,
        of interface: InterfaceDescription, by connection: VarlinkConnection, in session: Session
    ) async throws {
        let columns = ReplyColumns(of: method.reply, in: interface)
        let isJSON = session.options.json
        do {
            if method.streaming == .never {
                let reply = try await session.withTimeout { try await connection.call(name, parameters) }
                try RecordPrinter.print(reply, columns: columns, isJSON: isJSON)
            } else {
                try await session.withTimeout(isStream: true) {
                    try await ReplyPrinter(columns: columns, isJSON: isJSON).print(connection.stream(name, parameters))
                }
            }
        } catch let error as OutputClosed {
            throw error
        } catch {
            throw CommandFailure(call: error, of: interface)
        }
    }

    /// The interfaces that the plugin serves.
    private func interfaces(of connection: VarlinkConnection) async throws -> [InterfaceDescription] {
        var names: [String] = []
        var found: HostContract.Plugin?
        for try await reply in HostClient(connection).listPlugins() {
            guard let candidate = reply.plugin else { continue }
            names.append(candidate.name)
            if candidate.name == plugin { found = candidate }
        }
        guard let found else {
            throw CommandFailure(
                EX_USAGE, "there is no command and no plugin '\(plugin)'",
                advice:
                    "Commands are: \(RootCommand.names.joined(separator: ", ")). Plugins are: \(names.joined(separator: ", "))."
            )
        }
        switch found.state {
        case .running, .degraded, .reloading: break
        case .disabled:
            throw CommandFailure(EX_UNAVAILABLE, "the plugin \(plugin) is disabled", advice: found.setup)
        default:
            let reason = found.reason.map { ": \($0)" } ?? ""
            throw CommandFailure(EX_UNAVAILABLE, "the plugin \(plugin) is \(found.state.rawValue)\(reason)")
        }
        var interfaces: [InterfaceDescription] = []
        for name in found.interfaces {
            let text = try await ServiceClient(connection).getInterfaceDescription(interface: name).description
            do {
                interfaces.append(try InterfaceDescription(parsing: text))
            } catch {
                throw CommandFailure(EX_PROTOCOL, "the contract \(name) that the daemon serves can't be read: \(error)")
            }
        }
        return interfaces
    }

    private func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }
}
