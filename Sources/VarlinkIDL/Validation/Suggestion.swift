/// Suggestions for misspelled words in messages.
package enum Suggestion {
    /// Returns the candidate that is most similar to a word, if the word may be a misspelling of it.
    ///
    /// A candidate is similar if its edit distance is one, or at most a third of the number of characters of the word.
    /// An edit is an insertion, a deletion, a substitution, or a transposition of adjacent characters. The comparison
    /// is case-insensitive.
    ///
    /// - Parameters:
    ///   - word: The word to correct.
    ///   - candidates: The candidates; the first of several with the same distance is returned.
    /// - Returns: The candidate; nil if none is similar.
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

    /// Returns the optimal string alignment distance of two words.
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
