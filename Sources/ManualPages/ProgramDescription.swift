/// What a program says of itself.
struct ProgramDescription: Decodable {
    /// A command, as the argument parser dumps it.
    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var arguments: [Argument]?
        var subcommands: [Command]?
        var shouldDisplay: Bool?
    }

    /// An option or an argument of a command, as the argument parser dumps it.
    struct Argument: Decodable {
        /// A spelling of an option.
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        var kind: String
        var names: [Name]?
        var valueName: String?
        var abstract: String?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
    }

    /// What the argument parser dumps of a program.
    struct Dump: Decodable {
        var command: Command
    }

    /// An option that a program reads itself.
    struct Option: Decodable {
        var name: String
        var valueName: String?
        var summary: String
    }

    /// A key of the configuration.
    struct Setting: Decodable {
        var key: String
        var takes: String
        var `default`: String?
        var summary: String
    }

    /// The program, when the description is the argument parser's dump itself.
    var command: Command?

    /// The program, when there is more to the description than that.
    var program: Dump?

    /// The options that every command has.
    var optionsOfEveryCommand: [Option]?

    /// The options that every command of a plugin has, too.
    var optionsOfPluginCommands: [Option]?

    /// The keys of the configuration.
    var settings: [Setting]?

    /// The lines for a place in a manual page.
    ///
    /// - Parameter name: What is asked for.
    /// - Returns: The lines; nil when the description does not have it.
    func section(_ name: String) -> [String]? {
        switch name {
        case "options": (program?.command ?? command).map(Mdoc.options)
        case "commands": (program?.command ?? command).map { Mdoc.commands(under: $0, path: []) }
        case "options-of-every-command": optionsOfEveryCommand.map(Mdoc.options)
        case "options-of-plugin-commands": optionsOfPluginCommands.map(Mdoc.options)
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

    /// The plugin that has this key; nil for what is no plugin's own.
    var plugin: Substring? {
        let parts = key.split(separator: ".")
        return parts.count > 2 && parts[0] == "plugins" && !isOfEveryPlugin ? parts[1] : nil
    }
}

extension ProgramDescription.Argument {
    /// Whether the page should have it: what every program says of its help and its version is not repeated everywhere.
    var isOfInterest: Bool {
        shouldDisplay && names?.contains { ["help", "version"].contains($0.name) } != true
    }
}
