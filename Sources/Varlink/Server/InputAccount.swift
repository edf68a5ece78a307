import Synchronization

/// The input that is retained for all connections of a user.
final class UserInput: Sendable {
    private let size = Atomic(0)

    /// The number of retained bytes.
    var count: Int { size.load(ordering: .relaxed) }

    /// Changes the number of retained bytes.
    ///
    /// - Returns: The number of retained bytes after the change.
    func add(_ count: Int) -> Int {
        size.wrappingAdd(count, ordering: .relaxed).newValue
    }
}

/// A connection's share of its user's input: the waiting input, or the input that the call in progress retains.
struct InputAccount {
    private let user: UserInput
    private var size = 0

    init(of user: UserInput) {
        self.user = user
    }

    /// Sets the number of retained bytes.
    ///
    /// - Returns: The number of bytes retained for the user if this share has grown, otherwise 0.
    mutating func update(to new: Int) -> Int {
        if new == size { return 0 }
        let change = new - size
        size = new
        let total = user.add(change)
        return change > 0 ? total : 0
    }
}
