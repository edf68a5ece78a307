/// The violations that a run of ``PluginConformance`` found.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// A violation of a rule for plugins.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The check that found the violation.
        public var check: ConformanceCheck

        /// The problem, with the expected and the actual behaviour.
        public var problem: String

        /// The location: a key, a method, a binding with its file and line, or the point in the life of the plugin.
        public var location: String

        /// The reason for the rule.
        public var reason: String

        /// The change that solves the problem.
        public var advice: String

        /// The check, the location, the problem, the reason and the remedy.
        public var description: String { "[\(check.rawValue)] \(location): \(problem). \(reason). \(advice)." }
    }

    /// The name of the plugin.
    public var plugin: String

    /// The violations, in the order in which they were found.
    public var violations: [Violation]

    /// The violations, one per line.
    public var description: String {
        (["the plugin \(plugin) violates \(violations.count == 1 ? "a rule" : "\(violations.count) rules"):"]
            + violations.map { "- \($0)" }).joined(separator: "\n")
    }
}
