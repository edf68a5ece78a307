import Synchronization
import Trellis

/// The condition of a database's storage, as its reads and writes reveal it.
final class StorageMonitor: Sendable {
    private let path: FilePath
    private let state = Mutex(StorageState())

    /// Creates a monitor without a failure.
    ///
    /// - Parameter path: The path of the database.
    init(path: FilePath) {
        self.path = path
    }

    /// The current failure; nil when the storage works as far as is known.
    var failure: StorageError? { state.withLock(\.failure) }

    /// The failure for which every change is rejected, because it lasts while the file is open.
    var permanentFailure: StorageError? { state.withLock(\.permanentFailure) }

    /// Records that a change was written.
    func recordWrite() {
        state.withLock { $0.recordWrite() }
    }

    /// Runs a body, records a failure of the storage, and throws it as a ``StorageError``.
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
