/// Shows a line behind a prompt, over as many rows of the terminal as it needs.
///
/// It knows where it left the cursor, and makes the text that has to be written.
struct LineScreen {
    /// The row of the cursor, counted from the row in which the prompt starts.
    private var cursorRow = 0

    /// Whether what was shown ends with a full row, and so at the start of an empty one.
    private var isAtFreshRow = false

    /// A place on the screen.
    private struct Place {
        var row = 0
        var column = 0

        /// Moves on by a character; one that does not fit the row goes to the next.
        mutating func advance(by width: Int, columns: Int) {
            if column + width > columns {
                row += 1
                column = 0
            }
            column += width
        }

        /// The place where the next character goes: behind a full row that is the start of the next.
        func settled(columns: Int) -> Place {
            column >= columns ? Place(row: row + 1, column: 0) : self
        }
    }

    /// The text that shows a line in the place of what was shown before.
    ///
    /// - Parameters:
    ///   - prompt: What stands before the line, without control characters.
    ///   - buffer: The line.
    ///   - columns: How many columns the terminal has.
    /// - Returns: The text.
    mutating func show(_ prompt: String, _ buffer: LineBuffer, columns: Int) -> String {
        var text = toStart + prompt + buffer.text
        var end = Place()
        var cursor = Place()
        for character in prompt { end.advance(by: TextWidth.columns(of: character), columns: columns) }
        cursor = end
        for (index, character) in buffer.characters.enumerated() {
            end.advance(by: TextWidth.columns(of: character), columns: columns)
            if index < buffer.cursor { cursor = end }
        }
        cursor = cursor.settled(columns: columns)
        isAtFreshRow = end.column >= columns
        if isAtFreshRow {
            // A terminal stays behind the last column of a full row until something follows.
            text += "\r\n"
            end = end.settled(columns: columns)
        }
        if end.row > cursor.row { text += "\u{1B}[\(end.row - cursor.row)A" }
        text += "\r" + (cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : "")
        cursorRow = cursor.row
        return text
    }

    /// The text that leaves the line as it is and goes to the row below it.
    ///
    /// - Parameters:
    ///   - prompt: What stands before the line.
    ///   - buffer: The line.
    ///   - columns: How many columns the terminal has.
    /// - Returns: The text.
    mutating func leave(_ prompt: String, _ buffer: LineBuffer, columns: Int) -> String {
        var atEnd = buffer
        atEnd.move(to: buffer.characters.count)
        let text = show(prompt, atEnd, columns: columns)
        cursorRow = 0
        return isAtFreshRow ? text : text + "\r\n"
    }

    /// Forgets what was shown: the cursor is at the start of a row with nothing in it.
    mutating func reset() {
        cursorRow = 0
    }

    /// To the start of what was shown, with everything behind it erased.
    private var toStart: String {
        "\r" + (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") + "\u{1B}[J"
    }
}
