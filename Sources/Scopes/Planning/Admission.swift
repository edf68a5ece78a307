/// Several blueprints that were validated together as scopes under one parent, and the order of opening them.
///
/// The blueprints may request each other's exports. Validation reports the diagnostics of all blueprints at once.
///
/// ```swift
/// let admission = try Admission(of: [items, issues, movies], under: root.plan)
/// var scopes: [Scope] = []
/// for plan in admission.plans {
///     scopes.append(try await root.open(plan, importing: scopes))
/// }
/// ```
public struct Admission: Sendable {
    /// The plans, each after the plans that it waits for; otherwise in the order of the blueprints.
    public let plans: [Plan]

    private let required: [String: [String]]
    private let awaited: [String: [String]]

    /// Validates blueprints under one parent.
    ///
    /// - Parameters:
    ///   - blueprints: The blueprints, each with its nested blueprints.
    ///   - parent: The plan of the scope under which the blueprints will be opened.
    ///   - siblings: Plans of scopes that are open under the same parent, or will be, and whose exports the blueprints
    ///     may request. A sibling with the name of a blueprint is ignored: the blueprint replaces it.
    /// - Throws: ``AdmissionError`` with the diagnostics of all blueprints.
    public init(
        of blueprints: [Blueprint], under parent: Plan, beside siblings: [Plan] = []
    ) throws(AdmissionError) {
        let result = try Validator(blueprints, under: parent.resolved, beside: siblings.map(\.resolved)).validate()
        plans = result.scopes.map { Plan($0) }
        required = result.required
        awaited = result.awaited
    }

    /// Returns the names of the scopes from which a scope takes instances directly.
    ///
    /// These scopes open before the scope and close after it. If one of them fails, the scope can't open.
    ///
    /// - Parameter name: The name of one of the blueprints.
    /// - Returns: Names, in no particular order.
    public func requirements(of name: String) -> [String] {
        required[name] ?? []
    }

    /// Returns the names of the scopes that should open before a scope.
    ///
    /// These are the scopes that the scope requires, and those from which it takes a `Live`, unless they wait for the
    /// scope themselves.
    ///
    /// Scopes that don't wait for each other can be opened concurrently.
    ///
    /// - Parameter name: The name of one of the blueprints.
    /// - Returns: Names, in no particular order.
    public func waits(of name: String) -> [String] {
        awaited[name] ?? []
    }

    /// Returns the plan of the blueprint with a name.
    public func plan(_ name: String) -> Plan? {
        plans.first { $0.name == name }
    }
}
