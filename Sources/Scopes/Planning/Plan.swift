import Synchronization

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
public final class Plan: Sendable {
    /// The validated blueprint.
    public let blueprint: Blueprint

    /// The plans of the nested blueprints: scenes, sessions, and those added with ``Blueprint/nest(_:)``.
    let nestedPlans: [Plan]

    let resolved: ResolvedScope
    /// The index among the plans nested in the parent's plan; nil if the blueprint was validated separately.
    let indexInParent: Int?
    /// The section that creates instances when the scope opens.
    let opening: Section
    /// The sections that create lazy instances.
    let lazySections: [Section]
    /// The lazy section that creates the instance in a slot.
    let lazySectionOfSlot: [Int: Int]
    /// The exported keys, and their slots.
    let exports: [(key: BindingKey, slot: Int)]
    /// The slot of a scene's model.
    let modelSlot: Int?
    /// The numbers that identify scopes in addresses.
    let scopeNumbers: ScopeNumbers
    /// Whether the owner opens the scope with `open`, and not with a ``Scene`` or ``Scope/openSession(_:)``.
    let isOwned: Bool
    /// Whether all factories of the opening are synchronous.
    let isSynchronous: Bool
    /// Whether a scope opens without awaiting anything.
    let opensAtOnce: Bool
    /// The value of ``disposal``; nil before the first closing.
    private let storedDisposal = AtomicLazyReference<OpeningDisposal>()

    /// Validates one blueprint, and the blueprints nested in it.
    ///
    /// - Parameters:
    ///   - blueprint: The blueprint to validate.
    ///   - parent: The plan of the scope under which the blueprint will be opened, or nil for a root.
    ///   - siblings: Plans of scopes under the same parent or under an ancestor, whose exports the blueprint may
    ///     request.
    /// - Throws: ``AdmissionError`` with all diagnostics.
    public convenience init(
        _ blueprint: Blueprint, under parent: Plan? = nil, importing siblings: [Plan] = []
    ) throws(AdmissionError) {
        let result = try Validator([blueprint], under: parent?.resolved, importing: siblings.map(\.resolved)).validate()
        self.init(result.scopes[0])
    }

    /// Plans a validated scope, and the scopes nested in it.
    init(_ tree: ResolvedTree, indexInParent: Int? = nil) {
        let resolved = tree.scope
        blueprint = resolved.blueprint
        self.resolved = resolved
        self.indexInParent = indexInParent
        nestedPlans = tree.nested.enumerated().map { Plan($1, indexInParent: $0) }
        isOwned = blueprint.isOwned
        exports = blueprint.exports.compactMap { export in
            resolved.table.index[export.key].map { (export.key, $0) }
        }
        let ownCells = resolved.ownCells
        var planner = SectionPlanner(resolved, members: nil, ownCells: ownCells, numbers: ScopeNumbers())
        planner.plan(resolved.order.lazy.filter { resolved.isEager[$0] })
        modelSlot = resolved.model.map { planner.planModel($0) }
        var numbers = planner.numbers
        opening = planner.section
        var sections: [Section] = []
        var sectionOfSlot: [Int: Int] = [:]
        for members in LazyUnits(resolved).units {
            var planner = SectionPlanner(resolved, members: members, ownCells: ownCells, numbers: numbers)
            planner.plan(members)
            numbers = planner.numbers
            for member in members { sectionOfSlot[member] = sections.count }
            sections.append(planner.section)
        }
        scopeNumbers = numbers
        lazySections = sections
        lazySectionOfSlot = sectionOfSlot
        isSynchronous = opening.isSynchronous
        opensAtOnce = isSynchronous && opening.prerequisites.isEmpty
    }

    /// The disposal of the instances of the opening.
    ///
    /// Determined when a scope of the plan closes for the first time, because most plans of a daemon are never closed
    /// while it runs.
    var disposal: OpeningDisposal { storedDisposal.load() ?? storedDisposal.storeIfNil(OpeningDisposal(opening)) }

    /// The name of the blueprint.
    public var name: String {
        blueprint.name
    }

    /// The names of the scopes from the root to this one, joined by slashes.
    public var path: String {
        resolved.path
    }

    /// The names of the sibling scopes from which the scope takes instances.
    ///
    /// These siblings open before the scope and close after it.
    public var imports: [String] {
        resolved.imports.map(\.blueprint.name)
    }

    /// The plan of the session, if the blueprint declares one.
    public var session: Plan? {
        nestedPlans.first { if case .session = $0.blueprint.kind { true } else { false } }
    }

    /// Returns the plan of a blueprint that was added with ``Blueprint/nest(_:)``, by its name; nil if there is none.
    public func nested(_ name: String) -> Plan? {
        nestedPlans.first { $0.isOwned && $0.name == name }
    }

    /// Returns a Boolean value that indicates whether a scope of this plan is opened with arguments of a type.
    ///
    /// - Parameter type: The type of the arguments; `Void` for none.
    /// - Returns: False if the scope takes other arguments or none.
    public func takesArguments<Arguments>(_ type: Arguments.Type) -> Bool {
        argumentsKey.map { $0 == BindingKey(type) } ?? (type == Void.self)
    }

    /// The key of the arguments with which the scope is opened, in slot 0.
    var argumentsKey: BindingKey? {
        blueprint.bindings.first.flatMap { $0.role == .arguments ? $0.key : nil }
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
        of blueprints: [Blueprint], under parent: Plan, importing siblings: [Plan] = []
    ) throws(AdmissionError) {
        let result = try Validator(blueprints, under: parent.resolved, importing: siblings.map(\.resolved)).validate()
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

/// The disposal of the instances that a scope creates when it opens.
final class OpeningDisposal: Sendable {
    /// The part of a ``Disposal`` that closing reads for every instance.
    struct Step: Sendable {
        let slot: Int
        let closing: Disposal.Closing
        let isWatched: Bool
        let isWatchedObject: Bool
        let quietType: ObjectIdentifier?

        fileprivate init(_ disposal: Disposal, slot: Int) {
            self.slot = slot
            closing = disposal.closing
            isWatched = disposal.isWatched
            isWatchedObject = disposal.isWatchedObject
            quietType = disposal.quietType
        }
    }

    /// The instances in the order of the steps.
    let steps: ContiguousArray<Step>

    /// Whether an instance has to be closed, as far as the types show.
    let closing: Disposal.Closing

    /// Determines the disposal from the types of the instances.
    init(_ opening: Section) {
        var steps = ContiguousArray<Step>()
        steps.reserveCapacity(opening.steps.count)
        for (step, details) in zip(opening.steps, opening.details) {
            steps.append(Step(details.binding.disposal, slot: step.slot))
        }
        self.steps = steps
        closing = steps.lazy.map(\.closing).max() ?? .never
    }
}
