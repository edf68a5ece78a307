/// Finds what somebody may have meant: for the messages of every module, and so in the module under all that write
/// them.
package enum Suggestion {
    /// The candidate that is nearest to a word, when it is near enough to be a slip.
    ///
    /// Near enough: at most a third of the word's letters, and at least one, inserted, left out, changed or swapped
    /// with its neighbour. Upper and lower case count as the same.
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - candidates: What it may have meant; the first of several that are equally near is taken.
    /// - Returns: The candidate, or nil when none is near.
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let written = Array(word.lowercased())
        let limit = max(1, written.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(written, Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// The number of edits between two words: the optimal string alignment distance.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        guard !one.isEmpty else { return other.count }
        guard !other.isEmpty else { return one.count }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 1...one.count {
            var current = [row]
            for column in 1...other.count {
                let change = one[row - 1] == other[column - 1] ? 0 : 1
                var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    cost = min(cost, beforeLast[column - 2] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}
