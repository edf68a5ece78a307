/// The possible continuations of the word at the cursor, and the completions that a parameter declares.
public enum Completion: Sendable, Hashable {
    /// A possible word.
    public struct Candidate: Sendable, Hashable {
        /// The whole word.
        public var word: String

        /// A sentence that describes the word; empty if there is none.
        public var summary: String

        /// Creates a candidate.
        public init(_ word: String, _ summary: String = "") {
            self.word = word
            self.summary = summary
        }
    }

    /// No known completions.
    case nothing
    /// One of the listed words.
    case words([Candidate])
    /// The name of a file.
    case files
    /// Words that the program finds at run time, identified by the name of their source.
    case source(String)

    /// Returns the completion, restricted to the words that start with a text.
    ///
    /// - Parameter start: The text before the cursor.
    /// - Returns: The restricted list of words; any other completion is returned unchanged.
    public func starting(with start: String) -> Completion {
        guard case .words(let candidates) = self else { return self }
        return .words(candidates.filter { $0.word.hasPrefix(start) })
    }

    /// Returns the completion with a prefix before each word.
    func prefixed(with start: String) -> Completion {
        guard case .words(let candidates) = self, !start.isEmpty else { return self }
        return .words(candidates.map { Candidate(start + $0.word, $0.summary) })
    }
}
