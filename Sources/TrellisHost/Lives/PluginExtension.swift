import HostSupport
import Synchronization
import Trellis

/// The access of other plugins to the generations of one life.
final class ExtensionAccess: Sendable {
    /// The name of the plugin.
    let plugin: String

    /// The executor of the plugin's tasks.
    let executor: PluginExecutor

    /// The generations; nil before the plugin runs, and when it begins to stop.
    private let generations = Mutex<Succession<PluginGeneration>?>(nil)

    /// Creates an access that is not open.
    init(to hosted: HostedPlugin) {
        (plugin, executor) = (hosted.name, hosted.executor)
    }

    /// Permits the use of the generations.
    func open(_ generations: Succession<PluginGeneration>) { self.generations.withLock { $0 = generations } }

    /// Rejects further uses, and releases the generations.
    func close() {
        // The value is released outside the lock, because its deinitializers are foreign code.
        let old = generations.withLock { generations in
            defer { generations = nil }
            return generations
        }
        withExtendedLifetime(old) {}
    }

    /// Adds a user of the current generation.
    ///
    /// - Throws: ``Trellis/ExtensionUnavailable`` when the plugin does not run.
    func enter() throws(ExtensionUnavailable) -> PluginSessions.Use {
        guard let generations = generations.withLock({ $0 }) else { throw unavailable }
        return generations.enter()
    }

    /// The error of a use that cannot begin or was ended.
    var unavailable: ExtensionUnavailable { ExtensionUnavailable(plugin: plugin) }
}

/// A contribution of a plugin to an extension point, which uses the current generation of the plugin.
struct PluginExtension<Contribution: ExtensionContributing>: ExtensionRunner {
    typealias Point = Contribution.Point

    /// The access to the plugin's generations.
    let access: ExtensionAccess

    /// The index among the contributions of the plugin to the point.
    let index: Int

    func use<Result: Sendable>(
        _ body: @escaping @Sendable (Point) async throws -> Result
    ) async throws -> Result {
        let generation = try access.enter()
        // Its own result, or the error with which it was cancelled or abandoned.
        let outcome = OneShotResult<Swift.Result<Result, any Error>>()
        // The task is unstructured, so that code of the plugin that ignores its cancellation does not delay the caller.
        // The generation counts the use until this code has ended.
        let executor = access.executor.executor(for: CallIdentity.current?.userID)
        let task = Task(executorPreference: executor) { [access, index] in
            defer { generation.leave() }
            let calls = generation.value.calls
            do {
                let result = try await calls.serve(.use { outcome.set(.failure(access.unavailable)) }) {
                    let found = (try? Contribution.contributions(in: generation.value.scope)) ?? []
                    guard found.indices.contains(index) else { throw access.unavailable }
                    return try await body(found[index].instance)
                }
                outcome.set(.success(result))
            } catch {
                let isEnded = error is CancellationError && calls.isEnding
                outcome.set(.failure(isEnded ? access.unavailable : error))
            }
        }
        return try await withTaskCancellationHandler {
            try await outcome.get().get()
        } onCancel: {
            task.cancel()
            outcome.set(.failure(CancellationError()))
        }
    }
}

/// The extension points of running plugins, and the contributions of running plugins.
///
/// The two sides are independent: a contribution is inactive while no list of its point is attached.
final class ExtensionRegistry: Sendable {
    /// The contributions of one plugin, each an `Extension` of its point.
    typealias Contributions = [BindingKey: [any Sendable]]

    private struct State {
        var lists: [BindingKey: (owner: String, list: any ExtensionListing)] = [:]
        var contributions: [String: Contributions] = [:]

        /// The contributions to a point, sorted by the names of the plugins.
        func extensions(of point: BindingKey) -> [any Sendable] {
            contributions.sorted { $0.key < $1.key }.flatMap { $0.value[point] ?? [] }
        }
    }

    private let state = Mutex(State())

    /// Adds the lists of a plugin that runs, or those of the root.
    func attach(_ lists: [any ExtensionListing], of owner: String) {
        state.withLock { state in
            for list in lists {
                let point = type(of: list).point
                state.lists[point] = (owner, list)
                list.update(state.extensions(of: point))
            }
        }
    }

    /// Removes the lists of a plugin that is about to stop, or those of the root, and ends them.
    func detachLists(of owner: String) {
        let lists = state.withLock { state in
            let lists = state.lists.filter { $0.value.owner == owner }
            for point in lists.keys { state.lists[point] = nil }
            return lists.values.map(\.list)
        }
        for list in lists { list.finish() }
    }

    /// Replaces the contributions of a plugin in one step.
    ///
    /// - Parameters:
    ///   - contributions: The contributions; empty for a plugin that is about to stop.
    ///   - plugin: The name of the plugin.
    func publish(_ contributions: Contributions, of plugin: String) {
        state.withLock { state in
            let old = state.contributions[plugin] ?? [:]
            if old.isEmpty, contributions.isEmpty { return }
            state.contributions[plugin] = contributions.isEmpty ? nil : contributions
            // The lists are updated under the lock, so that the last change is the last update.
            for point in Set(old.keys).union(contributions.keys) {
                state.lists[point]?.list.update(state.extensions(of: point))
            }
        }
    }
}

extension PluginLife {
    /// Adds the extension points and the contributions of the plugin, which runs.
    ///
    /// The lists are not stored here: they would be reported as leaks when the scopes close.
    func publishExtensions(of scopes: PluginScopes) async {
        access.open(scopes.generations)
        context.extensions.attach(await scopes.own.extensionLists(), of: name)
        publishContributions(of: scopes.generations.value)
    }

    /// Replaces the contributions of the plugin by those of a generation.
    func publishContributions(of generation: PluginGeneration) {
        var contributions: ExtensionRegistry.Contributions = [:]
        for (type, _) in generation.scope.plan.blueprint.extendedPoints {
            let index = contributions[type.point]?.count ?? 0
            contributions[type.point, default: []].append(self.extension(type, at: index))
        }
        context.extensions.publish(contributions, of: name)
    }

    /// Removes the extension points and the contributions of the plugin, which is about to stop.
    ///
    /// Uses in progress are calls of their generation, and end with them.
    func withdrawExtensions() {
        // A plugin that finds the extension missing can also no longer use it.
        access.close()
        context.extensions.publish([:], of: name)
        context.extensions.detachLists(of: name)
    }

    /// A contribution of the plugin to the point of a type.
    private func `extension`<Contribution: ExtensionContributing>(
        _ type: Contribution.Type, at index: Int
    ) -> any Sendable {
        Extension(plugin: name, runner: PluginExtension<Contribution>(access: access, index: index))
    }
}

extension Scope {
    /// The lists of the extension points that the scope's blueprint declares.
    ///
    /// The lists exist since the scope was opened; a list of a scope that has closed is missing.
    func extensionLists() async -> [any ExtensionListing] {
        var lists: [any ExtensionListing] = []
        for (type, _) in plan.blueprint.declaredPoints {
            if let list = try? await type.list(in: self) { lists.append(list) }
        }
        return lists
    }
}
