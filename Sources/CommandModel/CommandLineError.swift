/// An error in a command line.
public struct CommandLineError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: Sendable, Equatable {
        /// The command has no subcommand of this name.
        case unknownCommand
        /// The command has no such option.
        case unknownOption
        /// An option lacks its value.
        case missingValue
        /// A value is given to an option that takes none.
        case unexpectedValue
        /// A required parameter is missing.
        case missingArgument
        /// The command line has more arguments than the command takes.
        case surplusArgument
        /// A parameter does not accept the given value.
        case invalidValue
        /// A parameter is given twice, or together with another one that excludes it.
        case conflict
    }

    /// The kind of error.
    public var code: Code

    /// A sentence without its full stop.
    public var message: String

    /// The remedy, in complete sentences; nil if none is known.
    public var advice: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The message, followed by the advice on separate lines.
    public var description: String { message + (advice.map { ".\n\($0)" } ?? "") }
}

extension CommandLineError {
    /// Creates an error for a value that a parameter does not accept.
    ///
    /// - Parameters:
    ///   - text: The value as written.
    ///   - label: The name of the parameter, in the form of ``CommandParameter/label``.
    ///   - expectation: A description of the accepted values, such as `an integer`.
    ///   - kind: The kind of the accepted values; for a choice, the nearest word is suggested.
    /// - Returns: An error that shows the value and the expectation.
    public static func invalidValue(
        _ text: String, for label: String, expected expectation: String, kind: ValueKind = .text
    ) -> CommandLineError {
        var advice: String?
        if case .choice(let words) = kind { advice = Suggestion.sentence(for: text, among: words.map(\.word)) }
        if kind == .path, text.isEmpty { advice = "An unset variable of the shell may be the cause." }
        return CommandLineError(
            .invalidValue, "invalid value for \(label): expected \(expectation), got '\(text)'", advice: advice)
    }

    /// Creates an error for a required parameter that is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - usage: The usage line of the command, which becomes the advice.
    /// - Returns: An error with the code ``Code/missingArgument``.
    public static func missingArgument(_ name: String, usage: String) -> CommandLineError {
        CommandLineError(.missingArgument, "missing argument '\(name)'", advice: usage)
    }

    /// Creates an error for a word for which the command has no argument.
    ///
    /// - Parameters:
    ///   - word: The first surplus word.
    ///   - usage: The usage line of the command, which becomes the advice.
    /// - Returns: An error with the code ``Code/surplusArgument``.
    public static func surplusArgument(_ word: String, usage: String) -> CommandLineError {
        CommandLineError(.surplusArgument, "unexpected argument '\(word)'", advice: usage)
    }

    /// Creates an error for options that exclude each other.
    ///
    /// - Parameter options: The options, with their dashes.
    /// - Returns: An error with the code ``Code/conflict``.
    public static func conflict(_ options: [String]) -> CommandLineError {
        CommandLineError(.conflict, "\(options.joined(separator: " and ")) exclude each other")
    }
}
