/// What the word at the end of a line may become.
struct LineCompletion: Equatable, Sendable {
    /// How many characters the word has that is written, with its quotes.
    var length: Int

    /// What it may become, each with a sentence; with the quotes that it needs.
    var candidates: [Completion.Candidate]

    /// The candidates one a line, as wide as the terminal, with line ends of a raw terminal.
    func listing(columns: Int) -> String {
        let entries = candidates.map { (term: $0.word, text: $0.summary.isEmpty ? [] : [$0.summary]) }
        let width = candidates.map { TextWidth.columns(of: $0.word) }.max() ?? 0
        return entries.map { entry in
            let padding = String(repeating: " ", count: width - TextWidth.columns(of: entry.term))
            let line = entry.text.isEmpty ? entry.term : "\(entry.term)\(padding)  \(entry.text[0])"
            return TextWidth.cut(line, to: columns - 1) + "\r\n"
        }.joined()
    }

    /// The longest start that all candidates share.
    var sharedStart: String {
        guard let first = candidates.first?.word else { return "" }
        return candidates.dropFirst().reduce(first) { shared, candidate in
            String(zip(shared, candidate.word).prefix { $0 == $1 }.map(\.0))
        }
    }
}

extension LineBuffer {
    /// Puts in what is certain of a completion: the only candidate and a blank, or what all candidates share.
    ///
    /// - Returns: Whether that changed anything.
    mutating func apply(_ completion: LineCompletion) -> Bool {
        let start = max(0, cursor - completion.length)
        let written = String(characters[start..<cursor])
        let isOnly = completion.candidates.count == 1
        let word = completion.sharedStart + (isOnly ? " " : "")
        guard word.count > written.count || isOnly else { return false }
        guard word.hasPrefix(written) || isOnly else { return false }
        remove(start..<cursor)
        insert(word)
        return true
    }
}
