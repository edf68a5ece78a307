import Glibc
import Varlink

/// A method of a plugin, with the command that it is.
struct PluginMethod: Sendable {
    /// The plugin's name.
    let plugin: String

    /// The interface that the method belongs to.
    let interface: InterfaceDescription

    /// The method.
    let method: InterfaceDescription.Method

    /// What stands before the command on a line: `trellisctl items`; in a shell of the plugin, nothing.
    var start: [String]

    /// What the command is called: `items add`.
    var command: String { "\(plugin) \(CommandName.spelled(method.name))" }

    /// The method's name with the interface's before it.
    var qualifiedName: String { "\(interface.name).\(method.name)" }

    /// Finds a method by the name of its command.
    ///
    /// Of several interfaces the first that has it is meant.
    ///
    /// - Parameters:
    ///   - command: The name of the command: `add`.
    ///   - plugin: The plugin's name.
    ///   - interfaces: What the plugin serves.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when no interface has it.
    init(command: String, of plugin: String, in interfaces: [InterfaceDescription]) throws {
        for interface in interfaces {
            guard let method = interface.methods.first(where: { CommandName.spelled($0.name) == command }) else {
                continue
            }
            self.init(plugin: plugin, interface: interface, method: method)
            return
        }
        let names = interfaces.flatMap(\.methods).map { CommandName.spelled($0.name) }
        let advice =
            Suggestion.nearest(to: command, among: names).map { "Did you mean '\($0)'?" }
            ?? "It has: \(names.joined(separator: ", "))."
        throw CommandFailure(EX_USAGE, "\(plugin) has no command '\(command)'", advice: advice)
    }

    /// Names a method.
    init(plugin: String, interface: InterfaceDescription, method: InterfaceDescription.Method) {
        self.plugin = plugin
        self.interface = interface
        self.method = method
        start = ["trellisctl", plugin]
    }
}
