/// The comment lines above a method: its documentation, and the notes on the flags `more` and `upgrade`, which are on
/// separate lines.
struct MethodNotes {
    private(set) var documentation: [String] = []
    private(set) var streaming = Streaming.never
    private(set) var upgrading = Upgrading.never

    init(lines: [String]) {
        // Removes control characters first, because formatting removes them too, and the line could then be parsed as a
        // note.
        for line in InterfaceDescription.Documentation(lines: lines).lines {
            // Scalars, because a space and a combining mark are one character. Cleaned lines have no trailing white space.
            let text = String(line.unicodeScalars.drop { $0.properties.isWhitespace })
            if let found = Streaming.allCases.first(where: { $0.note == text }) {
                if streaming != .required { streaming = found }
            } else if let found = Upgrading.allCases.first(where: { $0.note == text }) {
                if upgrading != .required { upgrading = found }
            } else {
                documentation.append(line)
            }
        }
    }
}
