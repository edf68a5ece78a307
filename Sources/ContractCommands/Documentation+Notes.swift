import CommandModel
package import VarlinkIDL

extension InterfaceDescription.Method {
    /// The role that the method requires, from a line of its comment; `operate` by default.
    package var role: String {
        documentation.note(startingWith: Self.roleNote) ?? "operate"
    }

    /// The comment without the note about the role.
    package var purpose: InterfaceDescription.Documentation { documentation.removingNote(startingWith: Self.roleNote) }

    private static let roleNote = "Requires role"
}

extension InterfaceDescription.ErrorDeclaration {
    /// The exit status of a command that fails with the error, such as `EX_IOERR`, from a line of its
    /// comment; nil when there is no such line.
    package var exitStatusName: String? { documentation.note(startingWith: Self.exitStatusNote) }

    /// The comment without the note about the exit status.
    package var purpose: InterfaceDescription.Documentation {
        documentation.removingNote(startingWith: Self.exitStatusNote)
    }

    private static let exitStatusNote = "Exit status"
}

extension InterfaceDescription.Field {
    /// Whether a line of the comment states that an optional parameter may be given without its name.
    package var isNotedAsPositional: Bool { documentation.lines.contains(Self.positionalNote) }

    /// The comment without the note about the position.
    package var purpose: InterfaceDescription.Documentation {
        InterfaceDescription.Documentation(lines: documentation.lines.filter { $0 != Self.positionalNote })
    }

    private static let positionalNote = "[Positional]"
}

extension InterfaceDescription.Documentation {
    /// Returns the text in quotes of a line such as `[Requires role 'read']`.
    fileprivate func note(startingWith start: String) -> String? {
        lines.lazy.compactMap { Self.note($0, start) }.first
    }

    /// Returns the comment without lines such as `[Requires role 'read']`.
    fileprivate func removingNote(startingWith start: String) -> InterfaceDescription.Documentation {
        InterfaceDescription.Documentation(lines: lines.filter { Self.note($0, start) == nil })
    }

    private static func note(_ line: String, _ start: String) -> String? {
        let (start, end) = ("[\(start) '", "']")
        guard line.hasPrefix(start), line.hasSuffix(end), line.count >= start.count + end.count else { return nil }
        return String(line.dropFirst(start.count).dropLast(end.count))
    }

    /// The comment in one line, without control characters.
    package var inOneLine: String {
        lines.filter { !$0.isEmpty }.joined(separator: " ").escapingControlCharacters
    }

    /// The first sentence of the comment, and the remaining lines, without control characters.
    package var summaryAndDiscussion: (summary: String, discussion: [String]) {
        let lines = lines.map(\.escapingControlCharacters)
        let end = lines.firstIndex { $0.isEmpty || $0.hasPrefix(" ") || $0.hasPrefix("-") } ?? lines.endIndex
        let paragraph = lines[..<end].joined(separator: " ")
        let summary = paragraph.firstSentence
        let rest = paragraph.dropFirst(summary.count).drop { $0 == " " }
        let further = lines[end...].drop(while: \.isEmpty)
        let separator = rest.isEmpty || further.isEmpty ? [] : [""]
        return (summary, (rest.isEmpty ? [] : [String(rest)]) + separator + further)
    }
}
