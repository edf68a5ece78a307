/// What the word at the cursor may become.
enum Completion: Sendable, Equatable {
    /// A word that it may become.
    struct Candidate: Sendable, Equatable {
        /// The whole word.
        var word: String

        /// What it is, in a sentence; empty where there is nothing to say.
        var summary: String

        init(_ word: String, _ summary: String = "") {
            self.word = word
            self.summary = summary.escapingControlCharacters
        }
    }

    /// One of these words.
    case words([Candidate])

    /// The name of a file.
    case files

    /// Anything.
    case nothing

    /// The words that start with what is written already.
    func starting(with start: String) -> Completion {
        guard case .words(let candidates) = self else { return self }
        return .words(candidates.filter { $0.word.hasPrefix(start) })
    }
}
