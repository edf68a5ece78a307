/// A position in a text, in the form that compilers print.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int

    /// The byte in the UTF-8 text of the line, from 1.
    public let column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - line: The line, from 1.
    ///   - column: The byte in the line, from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position as `LINE:COLUMN`.
    public var description: String { "\(line):\(column)" }

    /// Returns whether one position is before another.
    ///
    /// - Parameters:
    ///   - left: The position that may be earlier.
    ///   - right: The position to compare with.
    /// - Returns: Whether the first position is on an earlier line, or before the second position on the same line.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension TextPosition {
    /// The first position of a text.
    static let start = TextPosition(line: 1, column: 1)
}
