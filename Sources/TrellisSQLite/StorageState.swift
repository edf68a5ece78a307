/// The state machine of a database's storage: its transitions record outcomes.
struct StorageState: Sendable {
    /// The current failure; nil when the storage works as far as is known.
    private(set) var failure: StorageError?

    /// The failure for which every change is rejected, because it lasts while the file is open.
    var permanentFailure: StorageError? {
        switch failure {
        case .damaged, .replaced: failure
        case .full, .failed, nil: nil
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
