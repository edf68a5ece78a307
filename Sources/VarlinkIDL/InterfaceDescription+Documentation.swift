extension InterfaceDescription {
    /// The text of the comment lines that stand immediately above a declaration.
    ///
    /// It holds what a comment can hold: each line is free of line breaks, of trailing white space and of control
    /// characters other than the tabulator, and is kept without its `#` and the one space after it. So it can be shown
    /// on a terminal, and it is read again as it was printed.
    public struct Documentation: Hashable, Sendable {
        /// The lines, from the first to the last; none where there is no comment.
        public let lines: [String]

        /// Whether there is no comment at all.
        public var isEmpty: Bool { lines.isEmpty }

        /// The lines, joined by line breaks.
        public var text: String { lines.joined(separator: "\n") }

        /// Makes documentation from lines.
        ///
        /// - Parameter lines: The lines; one that has line breaks becomes several. None by default.
        public init(lines: [String] = []) {
            self.lines = lines.flatMap(Self.cleanLines)
        }

        /// Makes documentation from a text.
        ///
        /// - Parameter text: Lines with breaks between them; an empty text makes no documentation.
        public init(_ text: String) {
            self.init(lines: text.isEmpty ? [] : [text])
        }

        private static func cleanLines(of text: String) -> [String] {
            var lines: [String] = []
            var line = String.UnicodeScalarView()
            func finished() -> String {
                var kept = line[...]
                while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
                return String(kept)
            }
            var previous: Unicode.Scalar?
            for scalar in text.unicodeScalars {
                defer { previous = scalar }
                if scalar == "\n", previous == "\r" { continue }
                if scalar.isInterfaceLineBreak {
                    lines.append(finished())
                    line = String.UnicodeScalarView()
                } else if scalar == "\t" || scalar.properties.generalCategory != .control {
                    line.append(scalar)
                }
            }
            lines.append(finished())
            return lines
        }
    }
}
