/// The state machine of a database's storage.
///
/// Its transitions record the results of reads and writes.
struct StorageState: Sendable {
    /// The current failure; nil when no failure is known.
    private(set) var failure: StorageError?

    /// The failure that lasts while the file is open; nil when there is none.
    ///
    /// Every change is rejected with this failure.
    var permanentFailure: StorageError? {
        switch failure {
        case .damaged, .replaced: failure
        case .full, .busy, .failed, nil: nil
        }
    }

    /// Records a failure of the storage.
    mutating func record(_ error: StorageError) {
        if permanentFailure == nil { failure = error }
    }

    /// Records that a change was written.
    mutating func recordWrite() {
        if permanentFailure == nil { failure = nil }
    }
}
