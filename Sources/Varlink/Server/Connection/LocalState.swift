/// The names of the state that this process keeps for a connection, and of the state that a handover of it has lost.
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

    /// Adds state that this process keeps.
    func note(_ name: String) {
        names.withLock { _ = $0.present.insert(name) }
    }

    /// Returns whether state has been lost, and removes its name.
    func takeLost(_ name: String) -> Bool {
        names.withLock { $0.lost.remove(name) } != nil
    }

    /// The names of the state that another handover loses, or that an earlier one has lost unnoticed.
    var all: Set<String> {
        names.withLock { $0.present.union($0.lost) }
    }
}
