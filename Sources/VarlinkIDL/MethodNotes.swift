/// What the comment lines above a method say: its documentation, and in lines of their own whether it takes the flags
/// `more` and `upgrade`.
struct MethodNotes {
    private(set) var documentation: [String] = []
    private(set) var streaming = Streaming.never
    private(set) var upgrading = Upgrading.never

    init(lines: [String]) {
        // Cleaned first: what is left out of documentation must not make a note of a line when it is read again.
        for line in InterfaceDescription.Documentation(lines: lines).lines {
            let content = line.drop(while: \.isWhitespace)
            let end = content.lastIndex { !$0.isWhitespace }.map(content.index(after:)) ?? content.startIndex
            let text = content[..<end]
            if let found = Streaming.allCases.first(where: { $0.note.map { $0 == text } ?? false }) {
                if streaming != .required { streaming = found }
            } else if let found = Upgrading.allCases.first(where: { $0.note.map { $0 == text } ?? false }) {
                if upgrading != .required { upgrading = found }
            } else {
                documentation.append(line)
            }
        }
    }
}
