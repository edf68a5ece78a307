import CommandModel

/// The possible completions of the word at the end of a line.
struct LineCompletion: Equatable, Sendable {
    /// The length of the incomplete word in characters, including its quotes.
    var length: Int

    /// The possible words, quoted where necessary, each with a summary.
    var candidates: [Completion.Candidate]

    /// Returns the candidates as text, one per line, truncated to the width of the terminal.
    func listing(columns: Int) -> String {
        let entries = candidates.map { (word: $0.word.escapingControlCharacters, summary: $0.summary) }
        let width = entries.map { TextWidth.columns(of: $0.word) }.max() ?? 0
        return entries.map { entry in
            let padding = String(repeating: " ", count: width - TextWidth.columns(of: entry.word))
            let line = entry.summary.isEmpty ? entry.word : "\(entry.word)\(padding)  \(entry.summary)"
            return TextWidth.cut(line, to: columns - 1) + "\n"
        }.joined()
    }

    /// Returns the text that replaces the incomplete word.
    ///
    /// - Parameter line: The line, which ends with the incomplete word.
    /// - Returns: The only candidate and a blank, or the prefix that all candidates share; nil when that is not longer
    ///   than the word.
    func insertion(in line: String) -> String? {
        let written = line.suffix(length)
        if candidates.count == 1 { return candidates[0].word + " " }
        let prefix = sharedPrefix
        return prefix.count > written.count && prefix.hasPrefix(written) ? prefix : nil
    }

    private var sharedPrefix: String {
        guard let first = candidates.first?.word else { return "" }
        return candidates.dropFirst().reduce(first) { shared, candidate in
            String(zip(shared, candidate.word).prefix { $0 == $1 }.map(\.0))
        }
    }
}
