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
        let outcome = UseOutcome<Result>()
        // The task is unstructured, so that code of the plugin that ignores its cancellation does not delay the caller.
        // The generation counts the use until this code has ended.
        let executor = access.executor.executor(for: CallIdentity.current?.userID)
        let task = Task(executorPreference: executor) { [access, index] in
            defer { generation.leave() }
            let calls = generation.value.calls
            do {
                let result = try await calls.serve(.use { outcome.complete(with: .failure(access.unavailable)) }) {
                    let found = (try? Contribution.contributions(in: generation.value.scope)) ?? []
                    guard found.indices.contains(index) else { throw access.unavailable }
                    return try await body(found[index].instance)
                }
                outcome.complete(with: .success(result))
            } catch {
                let isEnded = error is CancellationError && calls.isEnding
                outcome.complete(with: .failure(isEnded ? access.unavailable : error))
            }
        }
        return try await withTaskCancellationHandler {
            try await outcome.value()
        } onCancel: {
            task.cancel()
            outcome.complete(with: .failure(CancellationError()))
        }
    }
}

/// The outcome of a use: its own result, or the error with which it was cancelled or abandoned.
private final class UseOutcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let completed = OneShotEvent()

    /// Sets the outcome, if there is none yet.
    func complete(with new: Result<Value, any Error>) {
        result.withLock { result in
            if result == nil { result = new }
        }
        completed.signal()
    }

    /// Waits for the outcome.
    func value() async throws -> Value {
        await completed.waitIgnoringCancellation()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("the outcome is set before the event") }
        return try result.get()
    }
}
