/// The tasks of a connection that wait for its client to read.
struct WaitingSenders {
    typealias Continuation = CheckedContinuation<Void, any Error>

    private var waiters: [Int: Continuation] = [:]
    private var lastID = 0

    /// Whether the wait for the client has timed out, so that the call in progress no longer waits.
    private(set) var hasTimedOut = false

    var isEmpty: Bool { waiters.isEmpty }

    /// Returns a new ID for a waiter.
    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a waiter.
    ///
    /// - Returns: Whether the added waiter is the only one.
    mutating func add(_ continuation: Continuation, as id: Int) -> Bool {
        waiters[id] = continuation
        return waiters.count == 1
    }

    mutating func remove(_ id: Int) -> Continuation? {
        waiters.removeValue(forKey: id)
    }

    mutating func removeAll() -> [Continuation] {
        if waiters.isEmpty { return [] }
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    /// Ends the wait of the call in progress.
    mutating func timeOut() -> [Continuation] {
        hasTimedOut = true
        return removeAll()
    }

    /// Resets the timeout for the next call.
    mutating func reset() {
        hasTimedOut = false
    }
}
