/// A place in a text, as compilers print it.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int

    /// The byte of the line's UTF-8 text, from 1.
    public let column: Int

    /// Makes a position.
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

    /// Whether one position stands before another in a text.
    ///
    /// - Parameters:
    ///   - left: The first position.
    ///   - right: The second position.
    /// - Returns: Whether the first one stands on an earlier line, or on the same line further left.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension TextPosition {
    /// The first place of a text.
    static let start = TextPosition(line: 1, column: 1)
}
