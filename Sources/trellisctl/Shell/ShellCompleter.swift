import CommandModel
import Glibc

/// Completes the lines of a shell.
struct ShellCompleter: Sendable {
    private let plugin: String?
    private let session: Session

    /// Creates a completer for the lines of a shell.
    ///
    /// - Parameters:
    ///   - plugin: The plugin of the shell; nil for none.
    ///   - session: The connection to the daemon.
    init(plugin: String?, in session: Session) {
        self.plugin = plugin
        var session = session
        session.options.timeout = .seconds(CompletionLimit.seconds(session.variables))
        self.session = session
    }

    /// Returns the completions of the word at the end of a line.
    ///
    /// - Parameter line: The line up to the cursor.
    /// - Returns: The completions; nil when there are none, or the daemon does not respond in time.
    func completion(of line: String) async -> LineCompletion? {
        guard let words = try? ShellWords(line, isUnfinished: true) else { return nil }
        let start = words.endsInWord ? words.words.last ?? "" : ""
        let before = Array(words.endsInWord ? words.words.dropLast() : words.words[...])
        let completion = try? await session.withTimeout { [plugin, session] in
            let completer = Completer(connect: session.connect, shellPlugin: plugin, isShell: true)
            return try await completer.completion(after: before, of: start)
        }
        let length = words.endsInWord ? line.count - words.lastWordStart : 0
        switch completion {
        case .words(let candidates) where !candidates.isEmpty:
            return LineCompletion(
                length: length, candidates: candidates.map { .init(ShellQuoting.quoted($0.word), $0.summary) })
        case .files:
            let names = Self.files(startingWith: start)
            return names.isEmpty
                ? nil : LineCompletion(length: length, candidates: names.map { .init(ShellQuoting.quoted($0)) })
        default: return nil
        }
    }

    /// Returns the paths of files that start with a text; the path of a folder ends with a slash.
    private static func files(startingWith start: String) -> [String] {
        let escaped = start.reduce(into: "") { pattern, character in
            if "*?[]\\".contains(character) { pattern += "\\" }
            pattern.append(character)
        }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(escaped + "*", GLOB_MARK, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }.sorted()
    }
}
