import Synchronization
import Trellis

/// The state of a database's storage, derived from the results of reads and writes.
final class StorageMonitor: Sendable {
    private let path: FilePath
    private let state = Mutex(StorageState())

    /// Creates a monitor for the database at a path, with no known failure.
    init(path: FilePath) {
        self.path = path
    }

    /// The current failure; nil when no failure is known.
    var failure: StorageError? { state.withLock(\.failure) }

    /// The failure that lasts while the file is open; nil when there is none.
    ///
    /// Every change is rejected with this failure.
    var permanentFailure: StorageError? { state.withLock(\.permanentFailure) }

    /// Records that a change was written.
    func recordWrite() {
        state.withLock { $0.recordWrite() }
    }

    /// Runs a body, records failures of the storage, and throws them as ``StorageError``.
    func recordingFailures<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            guard let failure = StorageError(error, file: path) else { throw error }
            state.withLock { $0.record(failure) }
            throw failure
        }
    }
}
