import CommandModel
import ContractCommands
import Varlink

/// A method of a plugin, as a command.
struct PluginMethod: Sendable {
    /// The name of the plugin; that of the interface when the command line names the interface instead.
    let plugin: String

    /// The interface that declares the method.
    let interface: InterfaceDescription

    /// The method of the interface.
    let method: InterfaceDescription.Method

    /// The name of the command: `add`.
    let name: String

    /// The words before the command on the command line: `trellisctl items`; empty in a shell of the plugin.
    var start: [String]

    /// Whether the command line omits the name of the command, because it is that of the plugin: `search TEXT`.
    var isImplied = false

    /// The plugin and the command: `items add`.
    var command: String { isImplied ? plugin : "\(plugin) \(name)" }

    /// The name of the method with that of its interface.
    var qualifiedName: String { "\(interface.name).\(method.name)" }

    /// Finds a method by the name of its command.
    ///
    /// - Parameters:
    ///   - command: The name of the command, `add`, or that of the method, `Add`.
    ///   - plugin: The plugin's name.
    ///   - interfaces: The interfaces of the plugin. The first one that has the command is used.
    /// - Throws: `CommandLineError` when no interface has the command, or several methods have the name.
    init(command: String, of plugin: String, in interfaces: [InterfaceDescription]) throws(CommandLineError) {
        var names: [String] = []
        for interface in interfaces {
            let commands = interface.commands
            let found =
                commands.first { $0.method.name == command } ?? commands.first { $0.name == command }
            if let found {
                self.init(plugin: plugin, interface: interface, method: found.method, name: found.name)
                return
            }
            names += commands.map(\.name)
        }
        var error = CommandLineError.unknownCommand(command, among: names)
        let methods = interfaces.flatMap(\.methods).map(\.name).filter { CommandName.spelled($0) == command }
        if methods.count > 1 { error.advice = "The name is ambiguous: use \(methods.joined(separator: " or "))." }
        throw error
    }

    /// Returns the only command of a plugin, if it has the name of the plugin: `search` of Search.
    ///
    /// The command line of such a plugin omits the name of the command.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's name.
    ///   - interfaces: The interfaces of the plugin.
    init?(onlyOf plugin: String, in interfaces: [InterfaceDescription]) {
        let commands = interfaces.flatMap { interface in interface.commands.map { (interface, $0) } }
        guard commands.count == 1, let (interface, command) = commands.first, command.name == plugin else { return nil }
        self.init(plugin: plugin, interface: interface, method: command.method, name: command.name)
        isImplied = true
    }

    /// Creates a command of a method.
    init(plugin: String, interface: InterfaceDescription, method: InterfaceDescription.Method, name: String) {
        self.plugin = plugin
        self.interface = interface
        self.method = method
        self.name = name
        start = ["trellisctl", plugin]
    }
}
