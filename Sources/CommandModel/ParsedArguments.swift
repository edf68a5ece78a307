/// The arguments of a parsed command line.
public struct ParsedArguments: Sendable {
    /// One use of a parameter.
    public struct Occurrence: Sendable {
        /// The parameter.
        public var parameter: CommandParameter

        /// The key of a map entry; nil for the whole value.
        public var key: String?

        /// The value as written; `true` for a flag.
        public var text: String

        /// The name as written, for messages.
        public var label: String
    }

    /// The occurrences of parameters, in order.
    public var occurrences: [Occurrence] = []

    /// The positional words that are not assigned to a parameter, in order.
    public var operands: [String] = []

    /// Creates arguments without occurrences.
    public init() {}

    /// Returns the last value of a parameter.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value as written; nil if the parameter is not given.
    public func text(_ name: String) -> String? {
        occurrences.last { $0.parameter.name == name }?.text
    }

    /// Returns all values of a parameter, in order.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The values as written; empty if the parameter is not given.
    public func texts(_ name: String) -> [String] {
        occurrences.filter { $0.parameter.name == name }.map(\.text)
    }

    /// Returns whether a parameter is given.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: Whether the parameter occurs at least once.
    public func has(_ name: String) -> Bool {
        occurrences.contains { $0.parameter.name == name }
    }

    /// Returns the last value of a parameter of the kind ``ValueKind/integer(minimum:maximum:)``.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value; nil if the parameter is not given.
    public func integer(_ name: String) -> Int? {
        text(name).flatMap { Int($0) }
    }

    /// Checks that the options of a pair are not given together.
    ///
    /// - Parameter groups: The names of options that exclude each other, in pairs.
    /// - Throws: ``CommandLineError`` when both options of a pair are given.
    public func checkConflicts(_ groups: [[String]]) throws(CommandLineError) {
        for group in groups where group.allSatisfy(has) { throw .conflict(group.map { "--\($0)" }) }
    }
}
