/// An error in a command line.
public struct CommandLineError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: Sendable, Equatable {
        /// The command has no command of this name under it.
        case unknownCommand
        /// The command has no such option.
        case unknownOption
        /// An option lacks its value.
        case missingValue
        /// An option has a value that it does not take.
        case unexpectedValue
        /// A required parameter is missing.
        case missingArgument
        /// A word remains for which the command has no argument.
        case surplusArgument
        /// A value is not one that the parameter accepts.
        case invalidValue
        /// A parameter is given twice, or parameters exclude each other.
        case conflict
    }

    /// The kind of error.
    public var code: Code

    /// A sentence without its full stop.
    public var message: String

    /// A remedy, in sentences; nil for none.
    public var advice: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The message, and the advice on lines of its own.
    public var description: String { message + (advice.map { ".\n\($0)" } ?? "") }
}

extension CommandLineError {
    /// A value that a parameter does not accept.
    ///
    /// - Parameters:
    ///   - text: The value.
    ///   - label: The name of the parameter.
    ///   - expectation: The values that it accepts.
    ///   - kind: The kind, whose words are suggested.
    /// - Returns: The error.
    public static func invalidValue(
        _ text: String, for label: String, expected expectation: String, kind: ValueKind = .text
    ) -> CommandLineError {
        var advice: String?
        if case .choice(let words) = kind { advice = Suggestion.sentence(for: text, among: words.map(\.word)) }
        if kind == .path, text.isEmpty { advice = "An unset variable of the shell may be the cause." }
        return CommandLineError(
            .invalidValue, "invalid value for \(label): expected \(expectation), got '\(text)'", advice: advice)
    }

    /// A required parameter that is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - usage: The usage of the command.
    /// - Returns: The error.
    public static func missingArgument(_ name: String, usage: String) -> CommandLineError {
        CommandLineError(.missingArgument, "missing argument '\(name)'", advice: usage)
    }

    /// A word for which the command has no argument.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - usage: The usage of the command.
    /// - Returns: The error.
    public static func surplusArgument(_ word: String, usage: String) -> CommandLineError {
        CommandLineError(.surplusArgument, "unexpected argument '\(word)'", advice: usage)
    }

    /// Options that exclude each other.
    ///
    /// - Parameter options: The options, with their dashes.
    /// - Returns: The error.
    public static func conflict(_ options: [String]) -> CommandLineError {
        CommandLineError(.conflict, "\(options.joined(separator: " and ")) exclude each other")
    }
}
