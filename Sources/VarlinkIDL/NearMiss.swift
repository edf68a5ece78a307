/// Finds what somebody may have meant.
enum NearMiss {
    /// Finds the candidate that needs the fewest changes to become the word, if these are few for the word's length.
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - candidates: What could have been written; of two that are equally near the first wins.
    /// - Returns: The candidate, or nil where none is near.
    static func find(_ word: String, in candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let near = candidates.map { (name: $0, changes: changes(from: word, to: $0)) }.filter { $0.changes <= limit }
        return near.min { $0.changes < $1.changes }?.name
    }

    /// How many letters must be put in, taken out or replaced; the case of letters does not count.
    private static func changes(from source: String, to target: String) -> Int {
        let source = Array(source.lowercased())
        let target = Array(target.lowercased())
        var row = Array(0...target.count)
        for (index, letter) in source.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in target.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }
}
