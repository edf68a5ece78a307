import VarlinkIDL

/// Reports bracketed notes without effect: unknown or misspelled notes, and notes in comments that are not above the
/// declarations to which they apply.
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

    /// The exit statuses of sysexits(3) that an error can name and that trellisctl accepts.
    static let exitStatuses = [
        "EX_USAGE", "EX_DATAERR", "EX_NOINPUT", "EX_NOUSER", "EX_NOHOST", "EX_UNAVAILABLE", "EX_SOFTWARE", "EX_OSERR",
        "EX_OSFILE", "EX_CANTCREAT", "EX_IOERR", "EX_TEMPFAIL", "EX_PROTOCOL", "EX_NOPERM", "EX_CONFIG",
    ]

    /// The subject of each note above a method, by its text.
    ///
    /// A method has at most one note for each subject.
    private static let methodNotes: [String: String] = {
        var subjects: [String: String] = [:]
        for role in roles { subjects["[Requires role '\(role)']"] = "the role" }
        for note in Streaming.allCases.compactMap(\.note) { subjects[note] = "the flag 'more'" }
        for note in Upgrading.allCases.compactMap(\.note) { subjects[note] = "the flag 'upgrade'" }
        return subjects
    }()

    /// The subject of each note above an error, by its text.
    private static let errorNotes = Dictionary(
        uniqueKeysWithValues: exitStatuses.map { ("[Exit status '\($0)']", "the exit status") })

    /// The note above an optional parameter whose value `trellisctl` accepts without the name of the parameter.
    private static let positionalNote = "[Positional]"

    /// The subject of a note, and the declarations to which it applies; nil for an unknown note.
    private static func meaning(of note: String) -> (subject: String, owner: String)? {
        if note == positionalNote { return ("the position", "an optional parameter") }
        return methodNotes[note].map { ($0, "a method") } ?? errorNotes[note].map { ($0, "an error") }
    }

    private struct Occurrence: Hashable {
        let declaration: Comment.Declaration
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
            guard Self.looksLikeNote(note) || Self.looksPositional(note, in: comment) else { continue }
            let offset = 1 + text.utf8.distance(from: text.startIndex, to: start)
            let position = TextPosition(line: comment.position.line, column: comment.position.column + offset)
            if let message = message(for: note, in: comment, at: position) {
                found.append(NoteDiagnostic(message: message, position: position))
            }
        }
    }

    /// Returns the reason why a note has no effect; nil for a valid note.
    private mutating func message(for note: String, in comment: Comment, at position: TextPosition) -> String? {
        guard let (subject, owner) = Self.meaning(of: note) else { return Self.unknown(note) }
        let lines = InterfaceDescription.Documentation(lines: [comment.line]).lines
        guard let declaration = comment.declaration, declaration.kind == owner, lines == [note] else {
            return
                "the note \(note) has no effect here; write '# \(note)' on a separate line of the comment above \(owner)"
        }
        let occurrence = Occurrence(declaration: declaration, subject: subject)
        guard let other = first[occurrence] else {
            first[occurrence] = position
            return nil
        }
        return "\(declaration): duplicate note about \(subject) (first at \(other)); remove one of them"
    }

    private static func unknown(_ note: String) -> String {
        if let message = unknown(note, start: "[Requires role '", noun: "role", among: roles)
            ?? unknown(note, start: "[Exit status '", noun: "exit status", among: exitStatuses)
        {
            return message
        }
        let notes = ([positionalNote] + methodNotes.keys).sorted()
        let remedy =
            Suggestion.nearest(to: note, among: notes + errorNotes.keys.sorted()).map { " (did you mean \($0)?)" }
            ?? "; expected " + (["[Exit status 'EX_…']"] + notes).joined(separator: ", ")
        return "unknown note \(note)\(remedy)"
    }

    /// Returns the message about a note with an unknown value; nil when the note does not begin and end as expected.
    private static func unknown(_ note: String, start: String, noun: String, among values: [String]) -> String? {
        guard note.hasPrefix(start), note.hasSuffix("']"), note.count >= start.count + 2 else { return nil }
        let value = String(note.dropFirst(start.count).dropLast(2))
        let remedy =
            Suggestion.nearest(to: value, among: values).map { " (did you mean '\($0)'?)" }
            ?? "; expected " + values.map { "'\($0)'" }.joined(separator: ", ")
        return "unknown \(noun) '\(value)'\(remedy)"
    }

    /// Returns whether text in brackets is intended as the note `[Positional]`.
    ///
    /// A misspelled one is alone on its line, because `[position]` within a sentence is an ordinary remark.
    private static func looksPositional(_ text: String, in comment: Comment) -> Bool {
        if text == positionalNote { return true }
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        let isAlone =
            comment.text.drop(while: { $0 == " " }).hasPrefix(text) && comment.text.filter { $0 == "[" }.count == 1
        return isAlone && words.count == 1 && Suggestion.nearest(to: words[0], among: ["positional"]) != nil
    }

    /// Returns whether text in brackets is intended as a note, and not as an ordinary remark such as `[required]`.
    private static func looksLikeNote(_ text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard let verb = words.first else { return false }
        if verb == "requires" { return true }
        if Suggestion.nearest(to: verb, among: ["exit"]) != nil, words.count > 1 {
            return Suggestion.nearest(to: words[1], among: ["status"]) != nil
        }
        guard Suggestion.nearest(to: verb, among: ["requires", "supports"]) != nil else { return false }
        let isAboutNote =
            words.dropFirst().first.map { Suggestion.nearest(to: $0, among: ["role", "more", "upgrade"]) != nil }
        return isAboutNote ?? false || text.contains { "'\"‘’“”`".contains($0) }
    }
}

extension Comment.Declaration: CustomStringConvertible {
    /// The kind of the declaration, with an article.
    fileprivate var kind: String {
        switch self {
        case .method: "a method"
        case .error: "an error"
        case .parameter(_, let isOptional, _): isOptional ? "an optional parameter" : "a required parameter"
        }
    }

    package var description: String {
        switch self {
        case .method(let name): "method \(name)"
        case .error(let name): "error \(name)"
        case .parameter(let name, _, _): "parameter \(name)"
        }
    }
}
