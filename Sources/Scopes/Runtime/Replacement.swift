/// A validated replacement of open scopes with new ones, including all scopes that have to be opened again.
///
/// A scope that holds an instance of a replaced scope directly is rebuilt; one that holds a `Live` remains, and
/// receives the new instance after the switch.
///
/// ```swift
/// let replacement = try Replacement(of: [items], under: root)
/// print(replacement.changes)  // The scopes that will be opened, and the reasons.
/// let outcome = try await replacement.run(draining: { await $0.drain(within: .seconds(30)) })
/// ```
///
/// ``run(opening:draining:)`` opens the new scopes beside the old ones, switches all references, drains the old ones
/// and closes them. If a new scope can't be opened, the old ones remain unchanged.
public struct Replacement: Sendable {
    /// The reason why a scope is opened.
    public enum Reason: Hashable, Sendable {
        /// The blueprint of the scope was passed to the replacement.
        case given
        /// The scope holds instances of the replaced scopes with these paths.
        case holds([String])
        /// The scope is nested in the new scope with this path.
        case inside(String)
    }

    /// A scope that is opened.
    public struct Change: Sendable {
        /// The plan of the new scope.
        public let plan: Plan
        /// The reason.
        public let reason: Reason
        /// A Boolean value that indicates whether the new scope replaces an open one, which is closed afterwards.
        public var isReplacing: Bool { old != nil }

        /// The open scope that the new scope replaces; nil if there is none.
        let old: ScopeCore?
        let parent: Parent
    }

    /// The parent of a new scope.
    enum Parent: Sendable {
        /// A scope that remains.
        case open(ScopeCore)
        /// The new scope of another change.
        case change(Int)
    }

    /// The scopes that are opened, in the order of opening.
    public let changes: [Change]

    /// Nested scopes of the replaced ones that have no successor, because the new blueprints don't declare them.
    let dropped: [ScopeCore]

    /// Validates new blueprints for open scopes under one parent, and determines which other scopes are affected.
    ///
    /// No scope is opened yet.
    ///
    /// - Parameters:
    ///   - blueprints: The new blueprints. Each replaces the open scope of its name, or adds a scope if none is open.
    ///   - parent: The parent of the scopes, which remains open.
    /// - Throws: ``AdmissionError`` with the diagnostics of the new blueprints, of those that would have to be rebuilt,
    ///   and of remaining scopes with a ``Live`` of a key that a new blueprint no longer exports.
    public init(of blueprints: [Blueprint], under parent: Scope) throws(AdmissionError) {
        let planner = ReplacementPlanner(blueprints, under: parent.core)
        changes = try planner.plan()
        dropped = planner.dropped
    }
}

extension Replacement.Change: CustomStringConvertible {
    /// The path and the reason.
    public var description: String {
        switch reason {
        case .given: isReplacing ? "\(plan.path) is replaced" : "\(plan.path) is new"
        case .holds(let paths):
            "\(plan.path) is rebuilt, because it holds instances of \(paths.joined(separator: ", "))"
        case .inside(let path): "\(plan.path) is rebuilt with \(path)"
        }
    }
}
