import Dispatch
import Glibc
import Varlink

/// What the completion of a shell asks.
///
/// It says `trellisctl _complete [--quoted] [WORD …]`, with the words behind the program's name up to the cursor, of
/// which the last may be empty. With `--quoted` they are as they were typed, with quotes.
///
/// It prints one of the words `words`, `files` and `nothing`, which tells what the last word may become; behind `words`
/// one a line, with a tab and a sentence behind those that have one. It takes no longer than ``CompletionLimit`` says,
/// and tells nothing when something is wrong, such as when there is no daemon: a person is typing.
enum CompletionRequest {
    /// The word that makes a line such a request.
    static let command = "_complete"

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - words: The words behind `_complete`.
    ///   - variables: The environment variables.
    static func answer(_ words: [String], variables: [String: String]) async {
        // What can't be cancelled, such as connecting to a daemon whose queue is full, must not keep a person waiting.
        let limit = CompletionLimit.seconds(variables)
        DispatchQueue.global().asyncAfter(deadline: .now() + limit + 0.5) { _exit(EX_OK) }
        var words = words
        if words.first == "--quoted" { words = words.dropFirst().map(ShellWords.unquoted) }
        let start = words.popLast() ?? ""
        guard let completion = try? await completion(after: words, of: start, variables, within: .seconds(limit)),
            completion != .words([])
        else { return }
        try? print(completion)
    }

    private static func completion(
        after words: [String], of start: String, _ variables: [String: String], within limit: Duration
    ) async throws -> Completion {
        var line = words
        var options = (try? GlobalOptions(takingFrom: &line)) ?? GlobalOptions()
        options.timeout = limit
        let session = try Session(options: options, variables: variables, isRoot: geteuid() == 0)
        return try await session.withTimeout {
            try await Completer(connect: session.connect).completion(after: words, of: start)
        }
    }

    private static func print(_ completion: Completion) throws {
        switch completion {
        case .files: try StandardOutput.write(line: "files")
        case .nothing: try StandardOutput.write(line: "nothing")
        case .words(let candidates):
            try StandardOutput.write(line: "words")
            for candidate in candidates {
                let summary = candidate.summary.isEmpty ? "" : "\t\(candidate.summary)"
                try StandardOutput.write(line: candidate.word.escapingControlCharacters + summary)
            }
        }
    }
}
