import Trellis

/// The known condition of a database's storage: a value that notes outcomes and decides what they mean.
struct StorageState: Sendable {
    /// The failure that holds; nil when the storage works as far as is known.
    private(set) var failure: StorageError?

    /// The failure for which every change is rejected, because it does not pass while the file is open.
    var permanentFailure: StorageError? {
        switch failure {
        case .damaged, .replaced: failure
        case .full, .failed, nil: nil
        }
    }

    /// Notes that the storage failed.
    mutating func note(_ error: StorageError) {
        if permanentFailure == nil { failure = error }
    }

    /// Notes that a change was written.
    mutating func noteWritten() {
        if permanentFailure == nil { failure = nil }
    }
}
