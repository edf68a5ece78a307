extension InterfaceDescription {
    /// The text of the comment lines immediately above a declaration.
    ///
    /// A line is stored without its `#` and the space after it. It contains no line breaks, no trailing white space, and no
    /// control characters except for tabs. It is therefore safe to display on a terminal, and parsing the formatted text
    /// returns the same lines.
    public struct Documentation: Hashable, Sendable {
        /// The lines; empty without a comment.
        public let lines: [String]

        /// Whether the comment is missing.
        public var isEmpty: Bool { lines.isEmpty }

        /// The lines, joined by line breaks.
        public var text: String { lines.joined(separator: "\n") }

        /// Creates documentation from lines.
        ///
        /// - Parameter lines: The lines; a text with line breaks becomes several lines. Default: none.
        public init(lines: [String] = []) {
            self.lines = lines.flatMap { Self.isClean($0) ? [$0] : Self.cleanLines(of: $0) }
        }

        /// Creates documentation from a text.
        ///
        /// - Parameter text: The lines, separated by line breaks; an empty text results in empty documentation.
        public init(_ text: String) {
            self.init(lines: text.isEmpty ? [] : [text])
        }

        /// Whether a line consists of printable ASCII characters and does not end with a space, like almost all lines.
        private static func isClean(_ line: String) -> Bool {
            line.utf8.allSatisfy { (0x20..<0x7f).contains($0) } && line.utf8.last != UInt8(ascii: " ")
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
