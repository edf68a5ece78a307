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
