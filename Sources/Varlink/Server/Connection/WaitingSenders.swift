/// The tasks that wait for a client to read.
struct WaitingSenders {
    typealias Continuation = CheckedContinuation<Void, any Error>

    private var waiters: [Int: Continuation] = [:]
    private var last = 0

    /// The client has not read for so long that it is not waited for any more, as long as this call lasts.
    private(set) var areStuck = false

    var isEmpty: Bool { waiters.isEmpty }

    /// A name for one that is about to wait.
    mutating func makeName() -> Int {
        last += 1
        return last
    }

    /// Adds one.
    ///
    /// - Returns: Whether it is the only one.
    mutating func add(_ continuation: Continuation, as name: Int) -> Bool {
        waiters[name] = continuation
        return waiters.count == 1
    }

    mutating func remove(_ name: Int) -> Continuation? {
        waiters.removeValue(forKey: name)
    }

    mutating func removeAll() -> [Continuation] {
        if waiters.isEmpty { return [] }
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    /// Waits for the client no longer.
    mutating func giveUp() -> [Continuation] {
        areStuck = true
        return removeAll()
    }

    /// Another call has begun.
    mutating func reset() {
        areStuck = false
    }
}
