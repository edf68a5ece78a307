/// The parameters that a command line gives.
public struct ParsedArguments: Sendable {
    /// One use of a parameter.
    public struct Occurrence: Sendable {
        /// The parameter.
        public var parameter: CommandParameter

        /// The key, for one entry of a map.
        public var key: String?

        /// The value as written; `true` for a flag.
        public var text: String

        /// The name as written, for messages.
        public var label: String
    }

    /// The uses of options, in order.
    public var occurrences: [Occurrence] = []

    /// The words without a name, in order.
    public var operands: [String] = []

    /// Creates an empty value.
    public init() {}

    /// The last value of a parameter.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value; nil when it is not given.
    public func text(_ name: String) -> String? {
        occurrences.last { $0.parameter.name == name }?.text
    }

    /// All values of a parameter, in order.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The values.
    public func texts(_ name: String) -> [String] {
        occurrences.filter { $0.parameter.name == name }.map(\.text)
    }

    /// Whether a parameter is given.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: Whether it is.
    public func has(_ name: String) -> Bool {
        occurrences.contains { $0.parameter.name == name }
    }

    /// The last value of a parameter of the kind ``ValueKind/integer(minimum:maximum:)``.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Returns: The value; nil when it is not given.
    public func integer(_ name: String) -> Int? {
        text(name).flatMap { Int($0) }
    }

    /// Checks that no two options of a group are given together.
    ///
    /// - Parameter groups: The names of options that exclude each other, in pairs.
    /// - Throws: ``CommandLineError`` when both options of a pair are given.
    public func checkConflicts(_ groups: [[String]]) throws(CommandLineError) {
        for group in groups where group.allSatisfy(has) { throw .conflict(group.map { "--\($0)" }) }
    }
}
