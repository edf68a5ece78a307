/// The call in progress on a connection, if any.
///
/// The type has no side effects: its transitions return the actions to perform.
struct CallState {
    /// The sequence number of a call on its connection.
    typealias Number = UInt64

    /// The number of the last call that began in a task.
    private var number: Number = 0

    /// Whether the last call is in progress.
    private(set) var isServing = false

    /// Whether the event loop is to be notified when the call ends.
    private var mustNotify = false

    private var isCancelled = false
    private var task: Task<Void, Never>?

    /// Begins a call.
    ///
    /// - Parameter call: The number of the call, which is greater than the number of the previous call.
    mutating func begin(_ call: Number) {
        number = call
        isServing = true
        mustNotify = false
        isCancelled = false
    }

    /// Stores the task of a call.
    ///
    /// - Returns: Whether the caller has to cancel the task.
    mutating func attach(_ new: Task<Void, Never>, to call: Number) -> Bool {
        guard isServing, number == call else { return false }
        task = new
        return isCancelled
    }

    /// Cancels the call in progress.
    ///
    /// - Returns: The task to cancel; nil when no call is in progress or its task is not known yet.
    mutating func cancel() -> Task<Void, Never>? {
        if !isServing { return nil }
        isCancelled = true
        return task
    }

    /// Returns whether a call is in progress.
    ///
    /// If so, the event loop is notified when the call ends.
    mutating func isServingOrNotify() -> Bool {
        if isServing { mustNotify = true }
        return isServing
    }

    /// Ends the call in progress.
    ///
    /// - Returns: Whether to notify the event loop, and the task, which the caller must release outside the lock.
    mutating func end() -> (mustNotify: Bool, task: Task<Void, Never>?) {
        isServing = false
        defer { task = nil }
        return (mustNotify, task)
    }

    /// Returns whether a call may send replies.
    func isOpen(_ call: Number) -> Bool {
        isServing && number == call
    }
}
