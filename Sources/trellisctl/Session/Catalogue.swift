import CommandModel
import ContractCommands
import Glibc
import HostInterface
import Varlink

/// The plugins and interfaces of the daemon.
struct Catalogue: Sendable {
    /// The connection to the daemon.
    let connection: VarlinkConnection

    /// Every plugin that the daemon was built with, in the daemon's order.
    ///
    /// - Throws: The error of the call.
    func plugins() async throws -> [HostContract.Plugin] {
        var plugins: [HostContract.Plugin] = []
        for try await reply in HostClient(connection).listPlugins() {
            if let plugin = reply.plugin { plugins.append(plugin) }
        }
        return plugins
    }

    /// The names of the interfaces, in the daemon's order.
    ///
    /// - Throws: The error of the call.
    func interfaceNames() async throws -> [String] {
        try await ServiceClient(connection).getInfo().interfaces
    }

    /// Fetches an interface.
    ///
    /// - Parameter name: The qualified name of the interface.
    /// - Returns: The interface.
    /// - Throws: ``CommandFailure`` (EX_PROTOCOL) when the interface's text is invalid; the error of the call.
    func interface(_ name: String) async throws -> InterfaceDescription {
        let text = try await ServiceClient(connection).getInterfaceDescription(interface: name).description
        do {
            return try InterfaceDescription(parsing: text)
        } catch {
            throw CommandFailure(EX_PROTOCOL, "the daemon serves an invalid contract \(name): \(error)")
        }
    }

    /// Fetches the interfaces that a plugin serves.
    ///
    /// A plugin without an interface can leave that of its name to a plugin that runs on more hosts: `io.trellis.Digest`, which the
    /// plugin `summaries` serves, belongs to `digest`.
    ///
    /// The name of an interface is also accepted, for interfaces that no plugin serves and for plugins that have the
    /// name of a built-in command. The name of an interface has a dot, and that of a plugin has none.
    ///
    /// - Parameter name: The plugin's name, or that of an interface.
    /// - Returns: The interfaces, in the daemon's order.
    /// - Throws: `CommandLineError` when there is no such plugin, ``CommandFailure`` (EX_UNAVAILABLE) when it does not
    ///   run; the errors of the calls.
    func interfaces(of name: String) async throws -> [InterfaceDescription] {
        if name.contains("." as Character) { return [try await interface(name)] }
        let plugins = try await plugins()
        guard var plugin = plugins.first(where: { $0.name == name }) else {
            throw CommandLineError.unknownCommand(name, among: BuiltInCommands.names + plugins.map(\.name))
        }
        var names = plugin.interfaces
        if names.isEmpty {
            for other in plugins {
                guard let interface = other.interfaces.first(where: { Self.lastName(of: $0) == name }) else { continue }
                (plugin, names) = (other, [interface])
            }
        }
        switch plugin.state {
        case .running, .degraded, .reloading: break
        case .disabled:
            throw CommandFailure(EX_UNAVAILABLE, "the plugin \(plugin.name) is disabled", advice: plugin.setup)
        default:
            throw CommandFailure(
                EX_UNAVAILABLE, "the plugin \(plugin.name) \(plugin.state.predicate(reason: plugin.reason))",
                advice: plugin.state.advice(plugin: plugin.name))
        }
        var interfaces: [InterfaceDescription] = []
        for name in names { interfaces.append(try await interface(name)) }
        return interfaces
    }

    /// The last part of the name of an interface, in the spelling of commands.
    private static func lastName(of interface: String) -> String {
        CommandName.spelled(interface.split(separator: ".").last.map(String.init) ?? interface)
    }
}
