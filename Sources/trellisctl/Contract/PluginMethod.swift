import Glibc
import Varlink

/// A method of a plugin, with the command that it is.
struct PluginMethod: Sendable {
    /// The plugin's name, or that of the interface where the line has it in the plugin's place.
    let plugin: String

    /// The interface that the method belongs to.
    let interface: InterfaceDescription

    /// The method.
    let method: InterfaceDescription.Method

    /// What stands before the command on a line: `trellisctl items`; in a shell of the plugin, nothing.
    var start: [String]

    /// The name of the command: `add`.
    var name: String { interface.commandName(of: method) }

    /// What the command is called: `items add`.
    var command: String { "\(plugin) \(name)" }

    /// The method's name with the interface's before it.
    var qualifiedName: String { "\(interface.name).\(method.name)" }

    /// Finds a method by the name of its command.
    ///
    /// Of several interfaces the first that has it is meant.
    ///
    /// - Parameters:
    ///   - command: The name of the command, `add`, or that of the method, `Add`.
    ///   - plugin: The plugin's name.
    ///   - interfaces: What the plugin serves.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when no interface has it, or the name may mean more than one method.
    init(command: String, of plugin: String, in interfaces: [InterfaceDescription]) throws {
        for interface in interfaces {
            guard let method = interface.method(of: command) else { continue }
            self.init(plugin: plugin, interface: interface, method: method)
            return
        }
        let methods = interfaces.flatMap(\.methods).map(\.name)
        let sentence = "\(plugin) has no command '\(command)'"
        let alike = methods.filter { CommandName.spelled($0) == command }
        if alike.count > 1 {
            throw CommandFailure(
                EX_USAGE, sentence,
                advice:
                    "Its contract has methods that are called like this: \(alike.joined(separator: ", ")). Say which.")
        }
        let names = interfaces.flatMap { interface in interface.methods.map(interface.commandName) }
        let advice =
            Suggestion.nearest(to: command, among: names).map { "Did you mean '\($0)'?" }
            ?? "It has: \(names.joined(separator: ", "))."
        throw CommandFailure(EX_USAGE, sentence, advice: advice)
    }

    /// Names a method.
    init(plugin: String, interface: InterfaceDescription, method: InterfaceDescription.Method) {
        self.plugin = plugin
        self.interface = interface
        self.method = method
        start = ["trellisctl", plugin]
    }
}

extension InterfaceDescription {
    /// The name of the command that a method is.
    ///
    /// - Parameter method: A method of this interface.
    /// - Returns: The name: `list-all`.
    func commandName(of method: Method) -> String {
        CommandName.spelled(method.name, among: methods.lazy.map(\.name))
    }

    /// The method that a command means.
    ///
    /// - Parameter command: The name of the command, `list-all`, or that of the method, `ListAll`.
    /// - Returns: The method; nil when there is none.
    func method(of command: String) -> Method? {
        method(named: command) ?? methods.first { commandName(of: $0) == command }
    }
}
