import VarlinkIDL

/// Reports bracketed notes without effect: unknown or misspelled notes, and notes in comments that are not above a method.
///
/// A note without effect silently weakens the contract. For example, a method with a misspelled role requires only the
/// default role. Therefore, every text that looks like a note must be a valid note.
struct NoteChecker {
    /// A message about a note without effect.
    struct NoteDiagnostic: Equatable {
        let message: String
        /// The position of the opening bracket of the note.
        let position: TextPosition
    }

    /// The roles that a method can require: the cases of `Role` in Trellis.
    static let roles = ["read", "operate", "administer"]

    /// The subject of each note, by its text.
    ///
    /// A method has at most one note for each subject.
    private static let subjects: [String: String] = {
        var subjects: [String: String] = [:]
        for role in roles { subjects["[Requires role '\(role)']"] = "the role" }
        for note in Streaming.allCases.compactMap(\.note) { subjects[note] = "the flag 'more'" }
        for note in Upgrading.allCases.compactMap(\.note) { subjects[note] = "the flag 'upgrade'" }
        return subjects
    }()

    private struct Occurrence: Hashable {
        let method: String
        let subject: String
    }

    private var found: [NoteDiagnostic] = []
    private var first: [Occurrence: TextPosition] = [:]

    /// Returns all notes without effect, in the order of the text.
    static func diagnostics(in comments: [Comment]) -> [NoteDiagnostic] {
        var checker = NoteChecker()
        for comment in comments { checker.check(comment) }
        return checker.found
    }

    private mutating func check(_ comment: Comment) {
        let text = comment.text
        for start in text.indices where text[start] == "[" {
            let end = text[start...].firstIndex(of: "]").map(text.index(after:)) ?? text.endIndex
            let note = String(text[start..<end])
            guard Self.looksLikeNote(note) else { continue }
            let offset = 1 + text.utf8.distance(from: text.startIndex, to: start)
            let position = TextPosition(line: comment.position.line, column: comment.position.column + offset)
            if let message = message(for: note, in: comment, at: position) {
                found.append(NoteDiagnostic(message: message, position: position))
            }
        }
    }

    /// Returns the reason why a note has no effect; nil for a valid note.
    private mutating func message(for note: String, in comment: Comment, at position: TextPosition) -> String? {
        guard let subject = Self.subjects[note] else { return Self.unknown(note) }
        let lines = InterfaceDescription.Documentation(lines: [comment.line]).lines
        guard let method = comment.method, lines == [note] else {
            return
                "the note \(note) has no effect here; write '# \(note)' on a separate line of the comment above a method"
        }
        let occurrence = Occurrence(method: method, subject: subject)
        guard let other = first[occurrence] else {
            first[occurrence] = position
            return nil
        }
        return "method \(method): duplicate note about \(subject) (first at \(other)); remove one of them"
    }

    private static func unknown(_ note: String) -> String {
        let (start, end) = ("[Requires role '", "']")
        if note.hasPrefix(start), note.hasSuffix(end), note.count >= start.count + end.count {
            let role = String(note.dropFirst(start.count).dropLast(end.count))
            let remedy =
                Suggestion.nearest(to: role, among: roles).map { " (did you mean '\($0)'?)" }
                ?? "; expected " + roles.map { "'\($0)'" }.joined(separator: ", ")
            return "unknown role '\(role)'\(remedy)"
        }
        let notes = subjects.keys.sorted()
        let remedy =
            Suggestion.nearest(to: note, among: notes).map { " (did you mean \($0)?)" }
            ?? "; expected " + notes.joined(separator: ", ")
        return "unknown note \(note)\(remedy)"
    }

    /// Returns whether text in brackets is intended as a note, and not as an ordinary remark such as `[required]`.
    private static func looksLikeNote(_ text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard let verb = words.first else { return false }
        if verb == "requires" { return true }
        guard Suggestion.nearest(to: verb, among: ["requires", "supports"]) != nil else { return false }
        let isAboutNote =
            words.dropFirst().first.map { Suggestion.nearest(to: $0, among: ["role", "more", "upgrade"]) != nil }
        return isAboutNote ?? false || text.contains { "'\"‘’“”`".contains($0) }
    }
}
