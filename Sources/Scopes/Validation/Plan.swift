/// A validated blueprint: every requirement is met, and the order of creation is known.
///
/// A plan is created once, and opened any number of times. Creating it calls no initializer and has no side effects.
///
/// ```swift
/// let rootPlan = try Plan(rootBlueprint)
/// let plan = try Plan(itemsBlueprint, under: rootPlan)
/// ```
///
/// Blueprints that request each other's exports are validated together, with an ``Admission``.
public struct Plan: Sendable {
    let scope: PlannedScope
    /// The scopes around this one, from the parent outwards.
    private let enclosing: [PlannedScope]

    /// Validates one blueprint, and the blueprints nested in it.
    ///
    /// - Parameters:
    ///   - blueprint: The blueprint to validate.
    ///   - parent: The plan of the scope under which the blueprint will be opened, or nil for a root.
    ///   - siblings: Plans of scopes under the same parent or under an ancestor, whose exports the blueprint may
    ///     request.
    /// - Throws: ``AdmissionError`` with all diagnostics.
    public init(
        _ blueprint: Blueprint, under parent: Plan? = nil, importing siblings: [Plan] = []
    ) throws(AdmissionError) {
        let result = try Validator([blueprint], under: parent, importing: siblings).validate()
        self.init(result.scopes[0], under: parent)
    }

    init(_ scope: PlannedScope, under parent: Plan?) {
        self.scope = scope
        enclosing = parent.map { [$0.scope] + $0.enclosing } ?? []
    }

    /// The validated blueprint.
    public var blueprint: Blueprint { scope.blueprint }

    /// The name of the blueprint.
    public var name: String { blueprint.name }

    /// The names of the scopes from the root to this one, joined by slashes.
    public var path: String { scope.path }

    /// The names of the sibling scopes from which the scope takes instances.
    ///
    /// These siblings open before the scope and close after it.
    public var imports: [String] { scope.imports.map(\.blueprint.name) }

    /// The plan of the scope around this one; nil for a root.
    var parent: Plan? {
        enclosing.first.map { Plan(scope: $0, enclosing: Array(enclosing.dropFirst())) }
    }

    private init(scope: PlannedScope, enclosing: [PlannedScope]) {
        (self.scope, self.enclosing) = (scope, enclosing)
    }

    /// The plans of the nested blueprints: scenes, sessions, and those added with ``Blueprint/nest(_:)``.
    var nested: [Plan] { scope.nested.map { Plan($0, under: self) } }

    /// The plan of the session, if the blueprint declares one.
    public var session: Plan? { nested.first { $0.blueprint.isSession } }

    /// Returns the plan of a blueprint that was added with ``Blueprint/nest(_:)``, by its name; nil if there is none.
    public func nested(_ name: String) -> Plan? {
        nested.first { $0.blueprint.isOwned && $0.name == name }
    }

    /// Returns a Boolean value that indicates whether a scope of this plan is opened with arguments of a type.
    ///
    /// - Parameter type: The type of the arguments; `Void` for none.
    /// - Returns: False if the scope takes other arguments or none.
    public func takesArguments<Arguments>(_ type: Arguments.Type) -> Bool {
        scope.takesArguments(type)
    }

    /// Returns the scope of an address, as seen from this scope.
    func scope(at address: Address) -> PlannedScope {
        let outer = address.outward == 0 ? scope : enclosing[address.outward - 1]
        return address.imported.map { outer.imports[$0] } ?? outer
    }
}

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
///
/// Scopes that don't require each other can be opened concurrently.
public struct Admission: Sendable {
    /// The plans, each after the plans that it requires; otherwise in the order of the blueprints.
    public let plans: [Plan]

    private let required: [String: [String]]

    /// Validates blueprints under one parent.
    ///
    /// - Parameters:
    ///   - blueprints: The blueprints, each with its nested blueprints.
    ///   - parent: The plan of the scope under which the blueprints will be opened.
    ///   - siblings: Plans of scopes that are open under the same parent, or will be, and whose exports the blueprints
    ///     may request. A sibling with the name of a blueprint is ignored: the blueprint replaces it.
    /// - Throws: ``AdmissionError`` with the diagnostics of all blueprints.
    public init(
        of blueprints: [Blueprint], under parent: Plan, importing siblings: [Plan] = []
    ) throws(AdmissionError) {
        let result = try Validator(blueprints, under: parent, importing: siblings).validate()
        plans = result.scopes.map { Plan($0, under: parent) }
        required = result.required
    }

    /// Returns the names of the scopes from which a scope, or a scope nested in it, takes instances.
    ///
    /// These scopes open before the scope and close after it. If one of them fails, the scope can't open.
    ///
    /// - Parameter name: The name of one of the blueprints.
    /// - Returns: Names, in no particular order.
    public func requirements(of name: String) -> [String] {
        required[name] ?? []
    }

    /// Returns the plan of the blueprint with a name.
    public func plan(_ name: String) -> Plan? {
        plans.first { $0.name == name }
    }
}
