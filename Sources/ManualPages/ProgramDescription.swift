import CommandModel

/// The description of a program, as the program prints it.
struct ProgramDescription: Decodable {
    /// A key of the configuration.
    struct Setting: Decodable {
        var key: String
        var takes: String
        var `default`: String?
        var summary: String
    }

    /// The program and its commands.
    var command: Command?

    /// The options that every command of a plugin has.
    var callOptions: [CommandParameter]?

    /// The keys of the configuration.
    var settings: [Setting]?

    /// Returns the lines of a section of a manual page.
    ///
    /// - Parameter name: The name of the section.
    /// - Returns: The lines; nil when the description does not have them.
    func section(_ name: String) -> [String]? {
        switch name {
        case "options": command.map { Mdoc.list(of: $0.parameters) }
        case "commands": command.map { Mdoc.commands(under: $0, path: []) }
        case "call-options": callOptions.map(Mdoc.list)
        case "settings-of-the-daemon": settings.map { Mdoc.settings($0.filter { !$0.key.hasPrefix("plugins.") }) }
        case "settings-of-every-plugin": settings.map { Mdoc.settings($0.filter(\.isOfEveryPlugin)) }
        case "settings-of-plugins": settings.map(Mdoc.settingsOfPlugins)
        default: nil
        }
    }
}

extension ProgramDescription.Setting {
    /// Whether every plugin has this key.
    var isOfEveryPlugin: Bool { key.hasPrefix("plugins.NAME.") }

    /// The plugin that alone has this key; nil for none.
    var plugin: Substring? {
        let parts = key.split(separator: ".")
        return parts.count > 2 && parts[0] == "plugins" && !isOfEveryPlugin ? parts[1] : nil
    }
}
