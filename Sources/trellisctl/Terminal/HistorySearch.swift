/// A search backwards through the history, letter by letter.
struct HistorySearch: Sendable {
    /// What is searched for.
    private(set) var text = ""

    /// The line that was found; nil while nothing has been.
    private(set) var line: String?

    private let history: [String]
    private var place: Int

    /// Begins a search at the newest line.
    ///
    /// - Parameter history: The lines, the oldest first.
    init(in history: [String]) {
        self.history = history
        place = history.count
    }

    /// Searches for more text, from the line that was found.
    ///
    /// - Returns: Whether a line has it.
    mutating func extend(by more: String) -> Bool {
        text += more
        return find(before: min(place + 1, history.count))
    }

    /// Searches for less text, from the newest line.
    ///
    /// - Returns: Whether a line has it.
    mutating func shorten() -> Bool {
        guard !text.isEmpty else { return false }
        text.removeLast()
        return find(before: history.count)
    }

    /// Searches for the next older line.
    ///
    /// - Returns: Whether there is one.
    mutating func goOn() -> Bool {
        !text.isEmpty && find(before: place)
    }

    private mutating func find(before end: Int) -> Bool {
        guard !text.isEmpty, let found = history[..<end].lastIndex(where: { $0.contains(text) }) else { return false }
        place = found
        line = history[found]
        return true
    }
}
