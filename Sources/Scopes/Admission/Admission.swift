/// Several blueprints that were admitted together as scopes under one parent, with the order of opening them.
///
/// They may ask for each other's exports. All faults of all of them are found at once.
///
/// ```swift
/// let admission = try Admission(of: [items, issues, movies], under: root.plan)
/// var scopes: [Scope] = []
/// for plan in admission.plans {
///     scopes.append(try await root.open(plan, importing: scopes))
/// }
/// ```
public struct Admission: Sendable {
    /// The plans, each after those that it waits for; else in the order of the blueprints.
    public let plans: [Plan]

    private let needed: [String: [String]]
    private let awaited: [String: [String]]

    /// Admits blueprints under one parent.
    ///
    /// - Parameters:
    ///   - blueprints: What shall be admitted, with what is nested in each.
    ///   - parent: The plan of the scope that they will be opened under.
    ///   - siblings: Plans of scopes that are open under the same parent, or will be; the blueprints may ask for
    ///     what they export. One with the name of a blueprint is taken to be replaced by it, and plays no part.
    /// - Throws: ``AdmissionError`` with every fault of every blueprint.
    public init(
        of blueprints: [Blueprint], under parent: Plan, beside siblings: [Plan] = []
    ) throws(AdmissionError) {
        self = try Admitter(blueprints, under: parent, beside: siblings).admit()
    }

    init(plans: [Plan], needed: [String: [String]], awaited: [String: [String]]) {
        self.plans = plans
        self.needed = needed
        self.awaited = awaited
    }

    /// The names of those that a scope takes instances from directly: they must be open before it and close after it,
    /// and when one of them fails, the scope can't go on.
    ///
    /// - Parameter name: The name of one of the blueprints.
    /// - Returns: Names, in no particular order; none when nothing is needed.
    public func needs(of name: String) -> [String] {
        needed[name] ?? []
    }

    /// The names of those that should be open before a scope: those that it needs, and those that it takes a `Live`
    /// from, as far as these don't wait for it in turn.
    ///
    /// Scopes that don't wait for each other can be opened side by side.
    ///
    /// - Parameter name: The name of one of the blueprints.
    /// - Returns: Names, in no particular order; none when it can be opened at once.
    public func waits(of name: String) -> [String] {
        awaited[name] ?? []
    }

    /// The plan of the blueprint of a name.
    public func plan(_ name: String) -> Plan? {
        plans.first { $0.name == name }
    }
}
