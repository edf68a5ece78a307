import HostInterface
import Synchronization

/// A request of an operator to enable or disable a plugin, with its result.
final class EnablementRequest: Sendable {
    /// The new override of a plugin.
    struct Change: Sendable {
        /// The plugin.
        var plugin: Supervision.Index

        /// The override; nil to remove the current one.
        var override: OperatorOverrides.Override?
    }

    /// The change.
    let change: Change

    private let completed = OneShotEvent()
    private let result = Mutex<Result<[Supervision.Index], any Error>?>(nil)

    /// Creates a request without a result.
    init(_ change: Change) {
        self.change = change
    }

    /// Sets the result: the affected plugins, or the error.
    func complete(with new: Result<[Supervision.Index], any Error>) {
        result.withLock { $0 = new }
        completed.signal()
    }

    /// Waits for the result.
    ///
    /// - Returns: The affected plugins.
    /// - Throws: The error of the change; `CancellationError` when the task is cancelled.
    func affected() async throws -> [Supervision.Index] {
        await completed.wait()
        guard let result = result.withLock(\.self) else { throw CancellationError() }
        return try result.get()
    }
}
