import Synchronization

/// What all connections of a user have in common: how many there are, and how much they make the server keep.
final class UserBudget: Sendable {
    private let inputSize = Atomic(0)

    /// Changes how many bytes of input wait.
    ///
    /// - Returns: How many do then.
    func addInput(_ count: Int) -> Int {
        inputSize.wrappingAdd(count, ordering: .relaxed).newValue
    }
}

/// A connection's share of its user's input.
struct InputAccount {
    private let budget: UserBudget
    private var size = 0

    init(of budget: UserBudget) {
        self.budget = budget
    }

    /// Says how many bytes of this connection wait now.
    ///
    /// - Returns: How many of the user do, when it has become more; 0 when not.
    mutating func settle(_ new: Int) -> Int {
        if new == size { return 0 }
        let change = new - size
        size = new
        let total = budget.addInput(change)
        return change > 0 ? total : 0
    }
}
