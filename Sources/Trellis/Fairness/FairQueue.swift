package import DequeModule

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
