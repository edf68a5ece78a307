public import GRDB
import Trellis

/// The contents of a database at one moment: a read transaction on a separate connection.
public struct SQLiteSnapshot: Sendable {
    private let snapshot: DatabaseSnapshot
    private let reads: RequestSemaphore
    private let monitor: StorageMonitor
    private let plugin: PluginEnvironment?

    init(
        _ snapshot: DatabaseSnapshot, reads: RequestSemaphore, monitor: StorageMonitor, plugin: PluginEnvironment?
    ) {
        self.snapshot = snapshot
        self.reads = reads
        self.monitor = monitor
        self.plugin = plugin
    }

    /// Reads from the snapshot.
    ///
    /// - Parameter body: Reads from the database as it was when the snapshot was created.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``StorageError`` when the storage fails; other errors of SQLite;
    ///   `CancellationError` when the task is cancelled.
    public func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let body = attributed(body, to: plugin)
        return try await monitor.recordingFailures { try await reads.withPermit { try await snapshot.read(body) } }
    }
}
