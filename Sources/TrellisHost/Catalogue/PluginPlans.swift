import HostConfiguration
import HostSupport
import Trellis

import enum Systemd.ExitStatus

/// The plans of the enabled plugins, and the plugins from which each takes instances.
struct PluginPlans: Sendable {
    /// The plan of a plugin.
    struct Entry: Sendable {
        let plan: Plan

        /// The plan of the generation that has replaced the one in ``plan``; nil if the generation is that of the plan.
        var generation: Plan?

        /// The plugins from which the plugin takes instances, and which start before it.
        let requirements: Set<String>

        /// The plan of the generation, under ``plan``.
        var generationPlan: Plan {
            guard let plan = generation ?? plan.nested(ConfiguredPlugin.generation) else {
                preconditionFailure("the blueprint of every plugin has a nested generation")
            }
            return plan
        }

        /// The validated scopes of the plugin.
        var graph: Graph { generation.map(plan.graph.replacing) ?? plan.graph }
    }

    /// The blueprints of the enabled plugins and the declarations of the disabled ones, in the order of registration.
    typealias Blueprints = (enabled: [Blueprint], disabled: [PluginDeclaration])

    /// The names of the enabled plugins, in the order in which they start.
    let order: [String]

    private let entries: [String: Entry]

    /// Validates the blueprints of all enabled plugins together.
    ///
    /// - Parameters:
    ///   - blueprints: The blueprints.
    ///   - root: The plan of the parent scope.
    /// - Throws: `AdmissionError` with every problem of every blueprint; `HostFailure` when a plugin depends on a
    ///   disabled one.
    init(of blueprints: Blueprints, under root: Plan) throws {
        let admission: Admission
        do throws(AdmissionError) {
            admission = try Admission(of: blueprints.enabled, under: root)
        } catch {
            if let failure = Self.missingGrants(error, of: blueprints.enabled) { throw failure }
            throw Self.failure(error, of: blueprints, under: root) ?? error
        }
        self.init(order: admission.plans.map(\.name), entries: Self.entries(of: admission))
    }

    private init(order: [String], entries: [String: Entry]) {
        (self.order, self.entries) = (order, entries)
    }

    /// The plan of an enabled plugin, with the plugins that it requires; nil for a disabled one.
    subscript(_ plugin: String) -> Entry? { entries[plugin] }

    /// Validates blueprints like ``init(of:under:)``, and keeps each plan that is still valid.
    ///
    /// A plan is no longer valid when the plugin depends on other plugins than before, or takes instances of a plugin with a
    /// new plan: a plan refers to the plans of those plugins.
    ///
    /// - Parameters:
    ///   - blueprints: The blueprints.
    ///   - root: The plan of the parent scope.
    ///   - changed: The plugins whose own scope has changed.
    ///   - reconfigured: The plugins with a new generation in the same own scope.
    /// - Returns: The plans, and the names of the plugins with a new plan of their own scope.
    /// - Throws: The errors of ``init(of:under:)``.
    func updated(
        with blueprints: Blueprints, under root: Plan, renewing changed: Set<String> = [],
        reconfiguring reconfigured: Set<String> = []
    ) throws -> (plans: PluginPlans, renewed: Set<String>) {
        let complete = try PluginPlans(of: blueprints, under: root)
        var renewed: Set<String> = []
        for name in complete.order {
            guard let new = complete[name], let old = entries[name], new.requirements == old.requirements,
                new.requirements.isDisjoint(with: renewed),
                !changed.contains(name)
            else {
                renewed.insert(name)
                continue
            }
        }
        let kept = entries.filter { complete.entries[$0.key] != nil && !renewed.contains($0.key) }
        let admission = try Admission(
            of: blueprints.enabled.filter { renewed.contains($0.name) }, under: root, importing: kept.values.map(\.plan)
        )
        var entries = Self.entries(of: admission)
        entries.merge(kept) { new, _ in new }
        for blueprint in blueprints.enabled where reconfigured.contains(blueprint.name) {
            guard let plan = kept[blueprint.name]?.plan,
                let generation = blueprint.nested.first(where: { $0.name == ConfiguredPlugin.generation })
            else { continue }
            let siblings = entries.values.map(\.plan).filter { $0.name != blueprint.name }
            entries[blueprint.name]?.generation = try Plan(generation, under: plan, importing: siblings)
        }
        return (PluginPlans(order: complete.order, entries: entries), renewed)
    }

    private static func entries(of admission: Admission) -> [String: Entry] {
        Dictionary(
            uniqueKeysWithValues: admission.plans.map { plan in
                (plan.name, Entry(plan: plan, requirements: Set(admission.requirements(of: plan.name))))
            })
    }

    /// The failure of plugins that require an instance without the grant for it; nil if no plugin does.
    private static func missingGrants(_ error: AdmissionError, of blueprints: [Blueprint]) -> HostFailure? {
        let plugins = error.unmet[BindingKey(UserCalls.self)] ?? []
        return HostFailure(
            joining: blueprints.filter { plugins.contains($0.name) }.map { blueprint in
                HostFailure(
                    .software,
                    "\(blueprint.location): the plugin \(blueprint.name) requires UserCalls, which the host provides only to "
                        + "plugins with the grant userCalls",
                    advice: "Add 'grants: [.userCalls]' to its manifest")
            })
    }

    /// The failure of enabled plugins that depend on disabled ones, with the other problems; nil if no plugin does.
    private static func failure(
        _ error: AdmissionError, of blueprints: Blueprints, under root: Plan
    ) -> HostFailure? {
        let dependencies = DisabledDependencies(
            error, of: blueprints.enabled, disabled: blueprints.disabled.map(\.blueprint), under: root)
        guard !dependencies.findings.isEmpty else { return nil }
        let messages = dependencies.findings.map(\.message) + (dependencies.remaining.map { ["\($0)"] } ?? [])
        return HostFailure(.configuration, messages.joined(separator: "\n"))
    }
}
