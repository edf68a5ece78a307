/// The call of a connection that is under way, if there is one.
///
/// A value without side effects: its transitions say what is to be done.
struct CallState {
    /// Counts the calls of a connection.
    typealias Number = UInt64

    /// The last call that was begun.
    private(set) var number: Number = 0

    /// Whether it is under way.
    private(set) var isServing = false

    /// Whether the event loop wants to be told when it ends.
    private var isLoopWaiting = false

    private var isCancelled = false
    private var task: Task<Void, Never>?

    /// Begins a call.
    ///
    /// - Returns: Its number.
    mutating func begin() -> Number {
        number += 1
        isServing = true
        isLoopWaiting = false
        isCancelled = false
        return number
    }

    /// Gives the task of a call.
    ///
    /// - Returns: Whether it is to be cancelled at once.
    mutating func attach(_ new: Task<Void, Never>, to call: Number) -> Bool {
        guard isServing, number == call else { return false }
        task = new
        return isCancelled
    }

    /// Cancels the call under way.
    ///
    /// - Returns: Its task; nil when there is none, or it is not known yet.
    mutating func cancel() -> Task<Void, Never>? {
        if !isServing { return nil }
        isCancelled = true
        return task
    }

    /// Asks whether a call is under way; if so, its end is told.
    mutating func isServingOrTell() -> Bool {
        if isServing { isLoopWaiting = true }
        return isServing
    }

    /// Ends the call under way.
    ///
    /// - Returns: Whether the event loop is to be told, and the task, which is let go of outside of any lock.
    mutating func end() -> (mustTell: Bool, task: Task<Void, Never>?) {
        isServing = false
        defer { task = nil }
        return (isLoopWaiting, task)
    }

    /// Whether a call may send replies.
    func isOpen(_ call: Number) -> Bool {
        isServing && number == call
    }
}
