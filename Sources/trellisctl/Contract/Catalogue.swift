import Glibc
import HostInterface
import Varlink

/// What the daemon serves, as it says itself.
struct Catalogue: Sendable {
    /// The connection over which it is asked.
    let connection: VarlinkConnection

    /// Every plugin that the daemon was built with, in its order.
    ///
    /// - Throws: What the call throws.
    func plugins() async throws -> [HostContract.Plugin] {
        var plugins: [HostContract.Plugin] = []
        for try await reply in HostClient(connection).listPlugins() {
            if let plugin = reply.plugin { plugins.append(plugin) }
        }
        return plugins
    }

    /// The names of the interfaces, in the daemon's order.
    ///
    /// - Throws: What the call throws.
    func interfaceNames() async throws -> [String] {
        try await ServiceClient(connection).getInfo().interfaces
    }

    /// An interface.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The interface.
    /// - Throws: ``CommandFailure`` (EX_PROTOCOL) when its text can't be read; what the call throws.
    func interface(_ name: String) async throws -> InterfaceDescription {
        let text = try await ServiceClient(connection).getInterfaceDescription(interface: name).description
        do {
            return try InterfaceDescription(parsing: text)
        } catch {
            throw CommandFailure(EX_PROTOCOL, "the contract \(name) that the daemon serves can't be read: \(error)")
        }
    }

    /// The interfaces that a plugin serves.
    ///
    /// An interface may be named in the plugin's place: so its commands can be given when the plugin is called as a
    /// built-in command is, and those of an interface that no plugin serves. The two are not mixed up: the name of a
    /// plugin has no dot, and that of an interface has one.
    ///
    /// - Parameter name: The plugin's name, or that of an interface.
    /// - Returns: The interfaces, in the daemon's order.
    /// - Throws: ``CommandFailure`` when there is no such plugin (EX_USAGE), or it does not run (EX_UNAVAILABLE); what
    ///   the calls throw.
    func interfaces(of name: String) async throws -> [InterfaceDescription] {
        if name.contains(".") { return [try await interface(name)] }
        let plugins = try await plugins()
        guard let plugin = plugins.first(where: { $0.name == name }) else {
            throw CommandFailure(unknownCommand: name, plugins: plugins.map(\.name))
        }
        switch plugin.state {
        case .running, .degraded: break
        case .disabled:
            throw CommandFailure(EX_UNAVAILABLE, "the plugin \(name) is disabled", advice: plugin.setup)
        default:
            let reason = plugin.reason.map { ": \($0)" } ?? ""
            throw CommandFailure(EX_UNAVAILABLE, "the plugin \(name) is \(plugin.state.rawValue)\(reason)")
        }
        var interfaces: [InterfaceDescription] = []
        for name in plugin.interfaces { interfaces.append(try await interface(name)) }
        return interfaces
    }
}

extension CommandFailure {
    /// A line that starts with a word which is neither a command nor a plugin.
    fileprivate init(unknownCommand word: String, plugins: [String]) {
        let sentence = "there is no command and no plugin '\(word)'"
        if let near = Suggestion.nearest(to: word, among: RootCommand.names + plugins) {
            self.init(EX_USAGE, sentence, advice: "Did you mean '\(near)'?")
        } else {
            let plugins = plugins.isEmpty ? "There are no plugins." : "Plugins are: \(plugins.joined(separator: ", "))."
            self.init(
                EX_USAGE, sentence, advice: "Commands are: \(RootCommand.names.joined(separator: ", ")). \(plugins)")
        }
    }
}
