/// An option or an argument of a command.
public struct CommandParameter: Sendable {
    /// The ways in which a parameter is given on the command line.
    public enum Placement: String, Sendable {
        /// Given by position.
        case argument
        /// Given by name.
        case option
        /// Given by position or by name.
        case either
    }

    /// The form in which a named parameter takes its value.
    public enum Form: String, Sendable {
        /// `--name`, without a value.
        case flag
        /// `--name`, `--no-name` or `--name=VALUE`.
        case toggle
        /// `--name VALUE` or `--name=VALUE`.
        case value
        /// Like ``value``; in addition, `--name.KEY VALUE` sets one entry of a map.
        case entries
    }

    /// The name without dashes, which is also the key in ``ParsedArguments``.
    public var name: String

    /// The one-letter name without its dash, such as `n`; nil for none.
    public var shortName: String?

    /// Further accepted names without dashes, which help does not show.
    public var aliases: [String] = []

    /// The way in which the parameter is given on the command line.
    public var placement: Placement

    /// The form in which the option takes its value.
    public var form: Form

    /// The values that the parameter accepts.
    public var kind: ValueKind

    /// The placeholder for the value, such as `SECONDS`.
    public var valueName: String

    /// Whether the command fails without the parameter.
    public var isRequired = false

    /// Whether the parameter accepts `null` in addition to the values of its kind.
    public var acceptsNull = false

    /// Whether the parameter may be given several times; an argument then takes all remaining words.
    public var isRepeated = false

    /// The default value as help shows it; nil to show none.
    public var defaultValue: String?

    /// A description in one or two sentences, in the imperative for a built-in option.
    public var summary: String

    /// The completions of the value; ``Completion/nothing`` for the completions of its kind.
    public var completion = Completion.nothing

    /// The title of the help section that lists the parameter; nil for "Options" or "Arguments".
    public var section: String?

    /// Whether help, completion and manual pages omit the parameter.
    public var isHidden = false

    /// Whether the subcommands inherit the parameter.
    public var isInherited = false

    /// Creates an option with a value.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - valueName: The placeholder for the value.
    ///   - summary: A description, in the imperative.
    ///   - kind: The values that the option accepts; any text by default.
    /// - Returns: An option of the form ``Form/value``.
    public static func option(
        _ name: String, _ valueName: String, _ summary: String, _ kind: ValueKind = .text
    ) -> CommandParameter {
        CommandParameter(
            name: name, placement: .option, form: .value, kind: kind, valueName: valueName, summary: summary)
    }

    /// Creates an option without a value.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - summary: A description, in the imperative.
    /// - Returns: An option of the form ``Form/flag``.
    public static func flag(_ name: String, _ summary: String) -> CommandParameter {
        CommandParameter(
            name: name, placement: .option, form: .flag, kind: .boolean, valueName: "", summary: summary)
    }

    /// Creates a parameter that is given by its position.
    ///
    /// - Parameters:
    ///   - name: The name, which is also the placeholder.
    ///   - isRequired: Whether the command fails without the argument; true by default.
    ///   - summary: A description, such as the meaning of the value.
    ///   - completion: The completions of the value; none by default.
    /// - Returns: An argument of any text.
    public static func argument(
        _ name: String, isRequired: Bool = true, _ summary: String, completion: Completion = .nothing
    ) -> CommandParameter {
        var parameter = CommandParameter(
            name: name, placement: .argument, form: .value, kind: .text, valueName: name, summary: summary)
        parameter.isRequired = isRequired
        parameter.completion = completion
        return parameter
    }

    /// Creates a parameter.
    public init(
        name: String, placement: Placement, form: Form, kind: ValueKind, valueName: String, summary: String
    ) {
        self.name = name
        self.placement = placement
        self.form = form
        self.kind = kind
        self.valueName = valueName
        self.summary = summary
    }

    /// Returns a copy with changes.
    ///
    /// - Parameter change: A closure that changes the copy.
    /// - Returns: The changed copy.
    public func with(_ change: (inout CommandParameter) -> Void) -> CommandParameter {
        var copy = self
        change(&copy)
        return copy
    }

    /// Whether the parameter may be given by position.
    public var isPositional: Bool { placement != .option }

    /// The name in messages: `--count` for an option, `count` for an argument.
    public var label: String { placement == .argument ? name : "--\(name)" }

    /// The parameter in a usage line: `--socket PATH` for an option, `<name>` for an argument.
    public var usage: String {
        if placement == .argument { return "<\(name)>" }
        if form == .toggle { return "--[no-]\(name)" }
        return valueName.isEmpty ? "--\(name)" : "--\(name) \(valueName)"
    }

    /// The completions of the value, or else the completions of its kind.
    var valueCompletion: Completion {
        if case .nothing = completion { kind.completion } else { completion }
    }
}
