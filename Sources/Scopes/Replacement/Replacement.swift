/// New scopes for ones that are open, and everything that has to be opened anew with them, before any of it is done.
///
/// Whoever holds an instance of a replaced scope directly has to be rebuilt with it; whoever has it as `Live` stays, and sees
/// the new one after the switch.
///
/// ```swift
/// let replacement = try Replacement(of: [items], under: root)
/// print(replacement.changes)  // What will be opened anew, and why.
/// let outcome = try await replacement.run(draining: { await $0.drain(within: .seconds(30)) })
/// ```
///
/// ``run(opening:draining:)`` opens the new scopes beside the old ones, switches, drains the old ones and closes them. When a
/// new one can't be opened, the old ones stay as they are.
public struct Replacement: Sendable {
    /// Why a scope is opened anew.
    public enum Reason: Hashable, Sendable {
        /// Its blueprint was given.
        case given
        /// It holds an instance of these directly; their paths.
        case holds([String])
        /// It is open under this one; its path.
        case inside(String)
    }

    /// A scope that is opened anew.
    public struct Change: Sendable {
        /// What is opened.
        public let plan: Plan
        /// Why.
        public let reason: Reason
        /// Whether a scope of that name is open now, which is closed afterwards.
        public var isReplacing: Bool { old != nil }

        /// The scope that it takes the place of.
        let old: ScopeCore?
        /// The scope that it is opened under: one that stays, or the index of another change.
        let parent: Parent
    }

    enum Parent: Sendable {
        case open(ScopeCore)
        case change(Int)
    }

    /// What is opened anew, in the order of opening.
    public let changes: [Change]

    /// Scopes inside those that are replaced that are not opened anew, since the new ones don't declare them.
    let dropped: [ScopeCore]

    /// Admits new blueprints for scopes that are open under one parent, and finds out what has to go with them.
    ///
    /// Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - blueprints: Each takes the place of the open scope of its name. Where none is open, it is a new one.
    ///   - parent: The scope above them, which stays.
    /// - Throws: ``AdmissionError`` with the faults of the new blueprints, of those that would have to be rebuilt on
    ///   them, or of scopes that stay and have a ``Live`` of what a new one no longer exports.
    public init(of blueprints: [Blueprint], under parent: Scope) throws(AdmissionError) {
        let planner = ReplacementPlanner(blueprints, under: parent.core)
        changes = try planner.plan()
        dropped = planner.dropped
    }
}

extension Replacement.Change: CustomStringConvertible {
    /// The path, and why.
    public var description: String {
        switch reason {
        case .given: isReplacing ? "\(plan.path) is replaced" : "\(plan.path) is new"
        case .holds(let paths): "\(plan.path) is rebuilt, since it holds instances of \(paths.joined(separator: ", "))"
        case .inside(let path): "\(plan.path) is opened anew in \(path)"
        }
    }
}
