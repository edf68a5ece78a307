package import DequeModule
import Synchronization

/// A limit on concurrent requests, which suspends further tasks.
///
/// Waiting tasks resume in the order of their requests. If they serve calls of several users, the users have turns, so a user
/// with many calls does not delay the others.
public final class RequestSemaphore: Sendable {
    private typealias Waiting = (number: Int, continuation: CheckedContinuation<Void, any Error>)

    private struct State {
        var permits: Int
        var lastNumber = 0
        var waiting = FairQueue<Waiting>()

        /// Takes a permit if one is free.
        mutating func take() -> Bool {
            guard permits > 0 else { return false }
            permits -= 1
            return true
        }
    }

    private let state: Mutex<State>

    /// Creates a semaphore.
    ///
    /// - Parameter permits: The maximum number of concurrent requests.
    public init(_ permits: Int) {
        state = Mutex(State(permits: permits))
    }

    /// The number of tasks that wait.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Waits for a permit, calls a function, and releases the permit.
    ///
    /// - Parameter body: The request.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `CancellationError` when the task is cancelled while it waits.
    public func withPermit<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        try Task.checkCancellation()
        let number: Int? = state.withLock { state in
            if state.take() { return nil }
            state.lastNumber += 1
            return state.lastNumber
        }
        guard let number else { return }
        let user = CallIdentity.current?.userID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // The flag is read under the lock: an earlier cancellation is detected here, and the handler of a
                    // later cancellation finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.take() { return .success(()) }
                    state.waiting.append((number, continuation), for: user)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { state in state.waiting.remove { $0.number == number } }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let next = state.withLock { state -> Waiting? in
            let next = state.waiting.popFirst()
            if next == nil { state.permits += 1 }
            return next
        }
        next?.continuation.resume()
    }
}

/// A queue of work that serves users in turn.
///
/// The work of one user is served in the order of its arrival. New work therefore waits for one element of each other user, however
/// many elements these users have. The daemon's own work has a turn like that of a user.
package struct FairQueue<Element> {
    /// The work of one user.
    @usableFromInline
    struct Lane {
        /// The identifier of the user; nil for the daemon.
        @usableFromInline let user: UInt32?

        @usableFromInline var elements: Deque<Element>

        @inlinable
        init(of user: UInt32?, _ elements: Deque<Element>) { (self.user, self.elements) = (user, elements) }
    }

    /// The users with waiting work, in the order of their turns.
    ///
    /// There are few, so a search needs no index.
    @usableFromInline var lanes = Deque<Lane>()

    /// The memory of the last lane that became empty, for the next one: most lanes have one element.
    @usableFromInline var spare = Deque<Element>()

    @usableFromInline var total = 0

    /// Creates an empty queue.
    @inlinable
    package init() {}

    /// The number of elements.
    @inlinable package var count: Int { total }

    /// The element that ``popFirst()`` returns next; nil if the queue is empty.
    @inlinable package var first: Element? { lanes.first?.elements.first }

    /// Appends an element to the work of a user.
    ///
    /// - Parameters:
    ///   - element: The work.
    ///   - user: The identifier of the user; nil for the daemon.
    @inlinable
    package mutating func append(_ element: Element, for user: UInt32?) {
        total += 1
        if let index = lanes.firstIndex(where: { $0.user == user }) {
            lanes[index].elements.append(element)
            return
        }
        var elements = Deque<Element>()
        swap(&elements, &spare)
        elements.append(element)
        lanes.append(Lane(of: user, elements))
    }

    /// Removes and returns the first element of the user whose turn it is; nil if the queue is empty.
    @inlinable
    package mutating func popFirst() -> Element? {
        guard var lane = lanes.popFirst() else { return nil }
        total -= 1
        let element = lane.elements.removeFirst()
        if lane.elements.isEmpty { spare = lane.elements } else { lanes.append(lane) }
        return element
    }

    /// Removes and returns the first element that meets a condition; nil if there is none.
    @inlinable
    package mutating func remove(where isMatch: (Element) -> Bool) -> Element? {
        for lane in lanes.indices {
            guard let index = lanes[lane].elements.firstIndex(where: isMatch) else { continue }
            total -= 1
            let element = lanes[lane].elements.remove(at: index)
            if lanes[lane].elements.isEmpty { lanes.remove(at: lane) }
            return element
        }
        return nil
    }
}

extension FairQueue: Sendable where Element: Sendable {}

extension FairQueue.Lane: Sendable where Element: Sendable {}
