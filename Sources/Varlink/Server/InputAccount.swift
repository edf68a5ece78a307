import Synchronization

/// What all connections of a user have in common: how many there are, and how much they make the server keep.
final class UserBudget: Sendable {
    private let inputSize = Atomic(0)

    /// Changes how many bytes of input are kept.
    ///
    /// - Returns: How many are kept then.
    func addInput(_ count: Int) -> Int {
        inputSize.wrappingAdd(count, ordering: .relaxed).newValue
    }
}

/// A connection's share of its user's input: what waits, or what its call under way retains.
struct InputAccount {
    private let budget: UserBudget
    private var size = 0

    init(of budget: UserBudget) {
        self.budget = budget
    }

    /// Sets how many bytes are kept now.
    ///
    /// - Returns: How many are kept for the user, when this share has grown; else 0.
    mutating func settle(_ new: Int) -> Int {
        if new == size { return 0 }
        let change = new - size
        size = new
        let total = budget.addInput(change)
        return change > 0 ? total : 0
    }
}
