import CommandModel
import Dispatch
import Glibc
import Varlink

/// The request of a shell for completions.
///
/// The shell runs `trellisctl _complete [--quoted] [WORD …]`, with the words between the program's name and the cursor.
/// The last word may be empty. With `--quoted` the words include their quotes.
///
/// The first line of the answer is `words`, `files` or `nothing`. After `words`, each line has a completion and, after
/// a tab, its summary. The answer takes no longer than ``CompletionLimit``, and is empty after an error, for example
/// without a daemon.
enum CompletionRequest {
    /// The first word of a command line that is a request.
    static let command = "_complete"

    /// The maximum number of completions in an answer.
    ///
    /// A contract may have any number of methods, and shells sort and print all completions.
    private static let maximumCount = 2000

    /// Prints the answer to a request.
    ///
    /// - Parameters:
    ///   - words: The words after `_complete`.
    ///   - variables: The environment variables.
    static func answer(_ words: [String], variables: [String: String]) async {
        // Connecting to a daemon whose queue is full cannot be cancelled.
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
        // The plugins of several hosts are usually the same, so one host is enough.
        let session =
            if let host = options.hosts.first {
                Session(on: host, options: options, variables: variables, completes: true)
            } else {
                try Session(options: options, variables: variables, isRoot: geteuid() == 0)
            }
        return try await session.withTimeout {
            try await Completer(connect: session.connect).completion(after: words, of: start)
        }
    }

    private static func print(_ completion: Completion) throws {
        switch completion {
        case .files: try StandardOutput.write(line: "files")
        case .nothing, .source: try StandardOutput.write(line: "nothing")
        case .words(let candidates):
            try StandardOutput.write(line: "words")
            for candidate in candidates.prefix(maximumCount) {
                let summary = candidate.summary.isEmpty ? "" : "\t\(candidate.summary)"
                try StandardOutput.write(line: candidate.word.escapingControlCharacters + summary)
            }
        }
    }
}
