/// The names of the state values that this process keeps for a connection, and of those that were lost when the connection
/// was handed over.
final class LocalState: Sendable {
    private struct Names {
        var present: Set<String> = []
        var lost: Set<String> = []
    }

    private let names: Lock<Names>

    /// - Parameter lost: The names of the state that a handover has lost.
    init(lost: Set<String> = []) {
        names = Lock(Names(lost: lost))
    }

    /// Adds the name of state that this process keeps.
    func note(_ name: String) {
        names.withLock { _ = $0.present.insert(name) }
    }

    /// Returns whether state of this name has been lost, and removes the name.
    func takeLost(_ name: String) -> Bool {
        names.withLock { $0.lost.remove(name) } != nil
    }

    /// The names of the state that the next handover loses, and of the lost state that no call has taken yet.
    var all: Set<String> {
        names.withLock { $0.present.union($0.lost) }
    }
}
