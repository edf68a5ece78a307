/// A blueprint that has been admitted: everything that it needs is there, in an order in which it can be made.
///
/// A plan is made once, and opened any number of times. Making it runs no initialiser and has no effect.
///
/// ```swift
/// let rootPlan = try Plan(rootBlueprint)
/// let plan = try Plan(itemsBlueprint, under: rootPlan)
/// ```
///
/// Several blueprints that need each other's exports are admitted together, by an ``Admission``.
public final class Plan: Sendable {
    /// What was admitted.
    public let blueprint: Blueprint

    /// The plans of the blueprints that are nested in it: scenes, sessions, and those added by ``Blueprint/nest(_:)``.
    public let nestedPlans: [Plan]

    let layout: Layout
    /// Its place among the plans nested in the one above, or nil when it was admitted by itself.
    let indexInParent: Int?
    let compiled: CompiledPlan
    let exports: [Export]
    /// Whether its owner opens it, and not a ``Scene`` or a session's opener.
    let isOwned: Bool
    /// Whether it takes instances from scopes beside it.
    let importsSomething: Bool

    /// Admits one blueprint, with what is nested in it.
    ///
    /// - Parameters:
    ///   - blueprint: What shall be admitted.
    ///   - parent: The plan of the scope that it will be opened under, or nil for a root.
    ///   - siblings: Plans of scopes whose exports it may ask for: under the same parent, or under one further up.
    ///     A root has none.
    /// - Throws: ``AdmissionError`` with every fault.
    public init(
        _ blueprint: Blueprint, under parent: Plan? = nil, importing siblings: [Plan] = []
    ) throws(AdmissionError) {
        let plan = try Admitter([blueprint], under: parent, beside: siblings).admit().plans[0]
        self.blueprint = plan.blueprint
        nestedPlans = plan.nestedPlans
        layout = plan.layout
        indexInParent = nil
        compiled = plan.compiled
        exports = plan.exports
        isOwned = plan.isOwned
        importsSomething = plan.importsSomething
    }

    init(layout: Layout, compiled: CompiledPlan, nestedPlans: [Plan], indexInParent: Int?) {
        self.indexInParent = indexInParent
        blueprint = layout.blueprint
        self.layout = layout
        self.nestedPlans = nestedPlans
        self.compiled = compiled
        importsSomething = !layout.imports.isEmpty
        isOwned = if case .owned = layout.blueprint.kind { true } else { false }
        exports = layout.blueprint.exports.compactMap { export in
            layout.table.index[export.key].map { slot in
                Export(key: export.key, slot: slot, makeCell: export.makeCell)
            }
        }
    }

    /// The blueprint's name.
    public var name: String {
        blueprint.name
    }

    /// The names of the scopes from the root to this one, joined by slashes.
    public var path: String {
        layout.path
    }

    /// The names of the scopes beside this one that it takes instances from directly.
    ///
    /// They must be open before it, and close after it.
    public var imports: [String] {
        layout.imports.map(\.blueprint.name)
    }

    /// The plan of the session, if the blueprint declares one.
    public var session: Plan? {
        nestedPlans.first { if case .session = $0.kind { true } else { false } }
    }

    /// The plan of the blueprint of that name that was added by ``Blueprint/nest(_:)``, or nil.
    public func nested(_ name: String) -> Plan? {
        nestedPlans.first { $0.isOwned && $0.name == name }
    }

    var kind: Blueprint.Kind {
        blueprint.kind
    }

    /// What scopes beside this one may ask for, and where it is.
    struct Export: Sendable {
        let key: BindingKey
        let slot: Int
        let makeCell: @Sendable () -> AnyCell
    }
}
