import DequeModule
import Synchronization

/// The newest elements of a series that is numbered from 1, in memory.
///
/// The ring has limits on the number and on the size of its elements. The oldest elements are overwritten. A reader
/// that is slower than the writers therefore never delays them, and receives the number of elements that it missed.
///
/// The number of an element serves as the revision from which a client resumes a stream:
///
/// ```swift
/// let ring = NumberedRing<Measurement>(capacity: 1_000)
/// ring.append(measurement)
/// try await ring.follow(after: since) { measurement, number in
///     try await replies.send(.init(measurement: measurement, revision: number))
/// }
/// ```
public final class NumberedRing<Element: Sendable>: Sendable {
    /// Consecutive elements.
    public struct Page: Sendable {
        /// The number of requested elements that were overwritten before they could be read.
        public var missed: Int

        /// The number of the first element.
        public var start: Int

        /// The elements, the oldest first.
        public var elements: [Element]

        /// The number of the element that follows the last one.
        public var end: Int { start + elements.count }
    }

    private struct State {
        var elements: Deque<Element> = []
        /// The number of the first element.
        var start = 1
        var size = 0
    }

    /// The maximum number of elements of a page.
    public static var pageSize: Int { 128 }

    private let maximumCount: Int
    private let maximumSize: Int
    private let size: @Sendable (Element) -> Int
    private let appended = ChangeSignal()
    private let state = Mutex(State())

    /// Creates an empty ring.
    ///
    /// - Parameters:
    ///   - maximumCount: The maximum number of elements.
    ///   - maximumSize: The maximum size of the elements in bytes.
    ///   - size: Returns the approximate size of an element in memory, in bytes.
    public init(maximumCount: Int, maximumSize: Int, size: @escaping @Sendable (Element) -> Int) {
        self.maximumCount = maximumCount
        self.maximumSize = maximumSize
        self.size = size
    }

    /// Creates an empty ring without a limit on the size of its elements.
    ///
    /// - Parameter capacity: The maximum number of elements.
    public convenience init(capacity: Int) {
        self.init(maximumCount: capacity, maximumSize: .max, size: { _ in 0 })
    }

    /// Appends an element, overwrites the oldest ones beyond the limits, and notifies the readers.
    public func append(_ element: Element) {
        add { _ in element }
        notifyReaders()
    }

    /// Appends an element like ``append(_:)``, without notifying the readers.
    ///
    /// - Parameter element: Returns the element, given its number.
    /// - Returns: The appended element.
    @discardableResult
    public func add(_ element: (_ number: Int) -> Element) -> Element {
        state.withLock { state in
            let element = element(state.start + state.elements.count)
            state.elements.append(element)
            state.size += size(element)
            while state.elements.count > maximumCount || state.size > maximumSize {
                state.size -= size(state.elements.removeFirst())
                state.start += 1
            }
            return element
        }
    }

    /// Notifies the readers of elements that ``add(_:)`` appended.
    public func notifyReaders() { appended.signal() }

    /// The numbers of the elements, counted from 1.
    public var range: Range<Int> {
        state.withLock { $0.start..<$0.start + $0.elements.count }
    }

    /// Returns the elements from a number on, at most ``pageSize``.
    public func page(from number: Int) -> Page {
        state.withLock { state in
            let start = max(number, state.start)
            let elements = state.elements.dropFirst(start - state.start).prefix(Self.pageSize)
            return Page(missed: start - number, start: start, elements: Array(elements))
        }
    }

    /// Returns a stream for one reader, which yields when elements have been appended.
    ///
    /// Signals that are not consumed are coalesced.
    public func changes() -> AsyncStream<Void> { appended.changes() }
}

extension NumberedRing {
    /// The next item for a reader of the ring.
    public enum Item: Sendable {
        /// An element with its number.
        case element(Element, number: Int)

        /// Elements that were overwritten before they could be read: their count, and the number of the next element.
        case missed(Int, next: Int)
    }

    /// Reads the elements with numbers in a range, and possibly newer ones.
    ///
    /// - Parameters:
    ///   - range: The numbers of the requested elements.
    ///   - body: Receives each item.
    /// - Returns: The number of the element that follows the last one.
    /// - Throws: The error of `body`.
    @discardableResult
    public func read(_ range: Range<Int>, _ body: (Item) async throws -> Void) async rethrows -> Int {
        var next = range.lowerBound
        while next < range.upperBound {
            let page = page(from: next)
            if page.missed > 0 { try await body(.missed(page.missed, next: page.start)) }
            for (number, element) in zip(page.start..<page.end, page.elements) {
                try await body(.element(element, number: number))
            }
            next = page.end
        }
        return next
    }

    /// Reads the elements from a number on, and then new ones until the task is cancelled.
    ///
    /// - Parameters:
    ///   - first: The number of the first element. Default: the oldest element in the ring.
    ///   - reachedEnd: Called after the elements that existed when the function was called.
    ///   - body: Receives each item.
    /// - Throws: The error of `reachedEnd` or `body`; `CancellationError` when the task is cancelled.
    public func follow(
        from first: Int? = nil, atEnd reachedEnd: () async throws -> Void, _ body: (Item) async throws -> Void
    ) async throws -> Never {
        // The stream starts before the existing elements are read, so that none is lost between them and the new ones.
        let changes = changes()
        let existing = range
        var next = try await read((first ?? existing.lowerBound)..<existing.upperBound, body)
        try await reachedEnd()
        for await _ in changes { next = try await read(next..<max(next, range.upperBound), body) }
        // The sequence ends only when the task is cancelled.
        throw CancellationError()
    }

    /// Reads the elements after a number, and then new ones until the task is cancelled.
    ///
    /// - Parameters:
    ///   - number: The number after which the elements begin; nil to begin with the next new element.
    ///   - body: Receives each element with its number.
    /// - Throws: ``FellBehind`` when elements were overwritten before they could be read, or when no element has the number
    ///   yet, because the daemon has restarted since; the error of `body`; `CancellationError` when the task is cancelled.
    public func follow(after number: Int?, _ body: (Element, Int) async throws -> Void) async throws -> Never {
        let range = range
        if let number, !(0..<range.upperBound).contains(number) {
            throw FellBehind(missed: 0, next: range.lowerBound)
        }
        try await follow(from: number.map { $0 + 1 } ?? range.upperBound, atEnd: {}) { item in
            switch item {
            case .element(let element, let number): try await body(element, number)
            case .missed(let count, let next): throw FellBehind(missed: count, next: next)
            }
        }
    }
}

/// A reader of a ``NumberedRing`` was slower than its writers, or resumes after a number that no element has yet.
public struct FellBehind: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of elements that were overwritten before the reader read them; 0 if no element has the number yet.
    public let missed: Int

    /// The number of the oldest element that is still available.
    public let next: Int

    /// The text for a log or an error reply.
    public var description: String {
        let reason =
            missed == 0
            ? "no element has the requested number yet" : "\(missed) elements were overwritten before they were read"
        return "\(reason); the oldest available element is \(next)"
    }
}
