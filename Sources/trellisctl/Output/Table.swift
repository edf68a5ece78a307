import CommandModel

/// The layout of a table, whose columns are as wide as their widest cell if the display allows it.
struct Table: Sendable {
    /// The text of an empty cell.
    static let nothing = "-"

    /// The minimum width of a truncated column.
    private static let narrowest = 8

    /// The headings of the shown columns.
    let header: [String]

    /// The indices of the shown columns.
    let shown: [Int]

    /// Whether all shown columns fit the display.
    let fits: Bool

    /// The kind of a column's values, which determines its alignment and truncation.
    enum Kind: Sendable {
        /// Text. It is truncated to the width of the column.
        case text

        /// Numbers. They are aligned to the right and never truncated.
        case number

        /// UUIDs. They are never truncated.
        case identifier

        /// Times in the format of ``TimeText/local(_:)``. They are shortened to minutes, then to days.
        case time
    }

    private let widths: [Int]
    private let kinds: [Kind]
    private let isLimited: Bool

    /// Creates the layout of a table.
    ///
    /// On a display with a limited width, columns without values are hidden. The widest columns are then truncated
    /// until the lines fit, to no less than 8 characters.
    ///
    /// - Parameters:
    ///   - header: The headings of the columns.
    ///   - rows: The rows that determine the widths. Cells of later rows may be wider than their column. A cell without
    ///     a value is an empty string.
    ///   - kinds: The kinds of the columns. Default: text.
    ///   - columns: The width of the display; nil if it is unlimited.
    init(header: [String], rows: [[String]], kinds: [Kind]? = nil, columns: Int? = nil) {
        let shown = header.indices.filter { column in
            columns == nil || rows.isEmpty || rows.contains { !$0[column].isEmpty }
        }
        let kinds = shown.map { kinds?[$0] ?? .text }
        var widths = shown.map { column in
            ([header[column]] + rows.map { Self.text($0[column]) }).map(TextWidth.columns).max() ?? 0
        }
        var excess = columns.map { widths.reduce(0, +) + 2 * max(0, shown.count - 1) - $0 } ?? 0
        func narrow(_ column: Int, to width: Int) {
            let cut = max(0, min(excess, widths[column] - width))
            widths[column] -= cut
            excess -= cut
        }
        let minimums = shown.map { TextWidth.columns(of: header[$0]) }
        func shortenTimes(to width: Int) {
            for column in shown.indices.reversed() where excess > 0 && kinds[column] == .time {
                let narrowed = max(width, minimums[column])
                excess -= max(0, widths[column] - narrowed)
                widths[column] = min(widths[column], narrowed)
            }
        }
        shortenTimes(to: TimeText.minutes)
        while excess > 0 {
            // The widest column is truncated to the width of the second widest, and so on.
            let candidates = shown.indices.filter { kinds[$0] == .text && widths[$0] > Self.narrowest }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            let next = candidates.filter { $0 != widest }.map { widths[$0] }.max() ?? Self.narrowest
            narrow(widest, to: min(widths[widest] - 1, max(next, Self.narrowest)))
        }
        shortenTimes(to: TimeText.days)
        fits = excess <= 0
        isLimited = columns != nil
        self.shown = shown
        self.header = shown.map { header[$0] }
        self.kinds = kinds
        self.widths = widths
    }

    /// Returns the line with the headings.
    ///
    /// - Parameter style: Formats the text of a cell without changing its width.
    /// - Returns: The line, without a newline.
    func headerLine(style: (_ text: String) -> String = { $0 }) -> String {
        line(header) { _, text in style(text) }
    }

    /// Returns the line of a row.
    ///
    /// The last column is not padded.
    ///
    /// - Parameters:
    ///   - row: The cells, one for each column including hidden ones, without control characters.
    ///   - style: Formats the text of a cell by its heading, for example with a colour, without changing its width.
    /// - Returns: The line, without a newline.
    func line(of row: [String], style: (_ heading: String, _ text: String) -> String = { $1 }) -> String {
        line(shown.map { Self.text(row[$0]) }) { style(header[$0], $1) }
    }

    /// Whether a row has a value in a hidden column.
    func lacks(_ row: [String]) -> Bool {
        row.indices.contains { !row[$0].isEmpty && !shown.contains($0) }
    }

    private func line(_ cells: [String], style: (_ column: Int, _ text: String) -> String) -> String {
        cells.indices.map { column in
            let cell = fitted(cells[column], to: column)
            let text = style(column, cell)
            let padding = String(repeating: " ", count: max(0, widths[column] - TextWidth.columns(of: cell)))
            if kinds[column] == .number { return padding + text }
            return column == cells.indices.last ? text : text + padding
        }.joined(separator: "  ")
    }

    private func fitted(_ cell: String, to column: Int) -> String {
        guard isLimited else { return cell }
        if kinds[column] == .time, TimeText.isLocal(cell) { return TimeText.shortened(cell, to: widths[column]) }
        let isWhole = kinds[column] == .number || kinds[column] == .identifier
        return isWhole ? cell : TextWidth.cut(cell, to: widths[column])
    }

    private static func text(_ cell: String) -> String { cell.isEmpty ? nothing : cell }
}
