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
