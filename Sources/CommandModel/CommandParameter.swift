/// An option or an argument of a command.
public struct CommandParameter: Sendable {
    /// The positions that the parameter may have on the command line.
    public enum Placement: String, Sendable {
        /// By position.
        case argument
        /// By name.
        case option
        /// By position, or by name.
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
        /// As ``value``; `--name.KEY VALUE` sets one entry of a map.
        case entries
    }

    /// The name without dashes: the key of the value in ``ParsedArguments``.
    public var name: String

    /// The one-letter name without its dash, such as `n`; nil for none.
    public var shortName: String?

    /// Names without dashes that are accepted beside ``name``, and not shown.
    public var aliases: [String] = []

    /// The positions that the parameter may have on the command line.
    public var placement: Placement

    /// The form in which it takes its value.
    public var form: Form

    /// The values that it accepts.
    public var kind: ValueKind

    /// The placeholder for the value, such as `SECONDS`.
    public var valueName: String

    /// Whether the command fails without it.
    public var isRequired = false

    /// Whether it accepts `null` beside the values of its kind.
    public var acceptsNull = false

    /// Whether it may be given several times; an argument then takes all remaining words.
    public var isRepeated = false

    /// The value that holds when the parameter is not given, where there is one to show.
    public var defaultValue: String?

    /// A description in one or two sentences, in the imperative for a built-in option.
    public var summary: String

    /// Completions for the value, beside those of its kind.
    public var completion = Completion.nothing

    /// The title of the section of the help that lists it; nil for "Options" or "Arguments".
    public var section: String?

    /// Whether help, completion and manual pages leave it out.
    public var isHidden = false

    /// Whether the commands under its command have it as well.
    public var isInherited = false

    /// An option with a value.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - valueName: The placeholder for the value.
    ///   - summary: A description.
    ///   - kind: The values that it accepts; any text by default.
    /// - Returns: The parameter.
    public static func option(
        _ name: String, _ valueName: String, _ summary: String, _ kind: ValueKind = .text
    ) -> CommandParameter {
        CommandParameter(
            name: name, placement: .option, form: .value, kind: kind, valueName: valueName, summary: summary)
    }

    /// An option without a value.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - summary: A description.
    /// - Returns: The parameter.
    public static func flag(_ name: String, _ summary: String) -> CommandParameter {
        CommandParameter(
            name: name, placement: .option, form: .flag, kind: .boolean, valueName: "", summary: summary)
    }

    /// A value that is given by its position.
    ///
    /// - Parameters:
    ///   - name: The name, which is its placeholder as well.
    ///   - isRequired: Whether the command fails without it; true by default.
    ///   - summary: A description.
    ///   - completion: Completions; none by default.
    /// - Returns: The parameter.
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

    /// A copy with changes.
    ///
    /// - Parameter change: Changes the copy.
    /// - Returns: The copy.
    public func with(_ change: (inout CommandParameter) -> Void) -> CommandParameter {
        var copy = self
        change(&copy)
        return copy
    }

    /// Whether a word without a name may be its value.
    public var isPositional: Bool { placement != .option }

    /// The name as messages show it: `--count`, or `count` for an argument.
    public var label: String { placement == .argument ? name : "--\(name)" }

    /// The option with the placeholder of its value: `--socket PATH`; for an argument `<name>`.
    public var usage: String {
        if placement == .argument { return "<\(name)>" }
        if form == .toggle { return "--[no-]\(name)" }
        return valueName.isEmpty ? "--\(name)" : "--\(name) \(valueName)"
    }

    /// The completions of its value.
    var valueCompletion: Completion {
        if case .nothing = completion { kind.completion } else { completion }
    }
}
