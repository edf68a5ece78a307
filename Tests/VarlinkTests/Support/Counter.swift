import Synchronization

/// A counter for several tasks.
final class Counter: Sendable {
    private let state = Atomic(0)

    var value: Int { state.load(ordering: .sequentiallyConsistent) }

    func increment() {
        state.add(1, ordering: .sequentiallyConsistent)
    }
}
