/// The calls and completions of a history in the order of their times, from which the search removes ordered operations.
///
/// A doubly linked list in arrays. The entry 0 is the start.
struct EventList {
    private var next: [Int]
    private var previous: [Int]

    /// The operation of each entry.
    private let operations: [Int]

    /// The entry of the call of each operation.
    private let calls: [Int]

    /// The entry of the completion of each operation; nil if its outcome is unknown.
    private let completions: [Int?]

    /// Creates the list of a history.
    init<Action>(_ history: [TimedOperation<Action>]) {
        var events: [(time: Int64, isCompletion: Bool, operation: Int)] = []
        for (index, operation) in history.enumerated() {
            events.append((operation.call, false, index))
            if let completion = operation.completion { events.append((completion, true, index)) }
        }
        // Operations that touch at one time are concurrent.
        func order(_ event: (time: Int64, isCompletion: Bool, operation: Int)) -> (Int64, Int, Int) {
            (event.time, event.isCompletion ? 1 : 0, event.operation)
        }
        events.sort { order($0) < order($1) }
        var calls = Array(repeating: 0, count: history.count)
        var completions: [Int?] = Array(repeating: nil, count: history.count)
        for (number, event) in events.enumerated() {
            let entry = number + 1
            if event.isCompletion { completions[event.operation] = entry } else { calls[event.operation] = entry }
        }
        (self.calls, self.completions) = (calls, completions)
        operations = [0] + events.map(\.operation)
        next = Array(1...events.count + 1)
        previous = [0] + Array(0...events.count)
    }

    /// The first entry; nil if the list is empty.
    var first: Int? { entry(after: 0) }

    /// Returns the entry after an entry; nil at the end.
    func entry(after entry: Int) -> Int? { next[entry] < operations.count ? next[entry] : nil }

    /// Returns the entry after the call of an operation; nil at the end.
    func entry(afterCallOf operation: Int) -> Int? { entry(after: calls[operation]) }

    /// Returns the operation of an entry, and whether the entry is its call.
    func event(at entry: Int) -> (operation: Int, isCall: Bool) {
        (operations[entry], calls[operations[entry]] == entry)
    }

    /// Removes the entries of an operation.
    mutating func remove(_ operation: Int) {
        unlink(calls[operation])
        if let completion = completions[operation] { unlink(completion) }
    }

    /// Inserts the entries of the operation that was removed last.
    mutating func restore(_ operation: Int) {
        if let completion = completions[operation] { link(completion) }
        link(calls[operation])
    }

    private mutating func unlink(_ entry: Int) {
        next[previous[entry]] = next[entry]
        previous[next[entry]] = previous[entry]
    }

    private mutating func link(_ entry: Int) {
        next[previous[entry]] = entry
        previous[next[entry]] = entry
    }
}
