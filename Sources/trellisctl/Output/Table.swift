import CommandModel

/// Rows of cells, in columns that are as wide as their widest cell, as far as the display allows.
struct Table: Sendable {
    /// What an empty cell shows.
    static let nothing = "-"

    /// How narrow a column is made at the most to make room.
    private static let narrowest = 8

    /// What stands above the columns that are shown.
    let header: [String]

    /// The columns that are shown, of those that the rows have.
    let shown: [Int]

    /// Whether all shown columns fit the display.
    let fits: Bool

    /// What a column holds, by which it is set.
    enum Kind: Sendable {
        /// Text, which is cut where there is no room for it.
        case text

        /// Numbers, which stand on the right and are not cut.
        case number

        /// Times as ``TimeText/local(_:)`` has them, which give up their seconds, then their time of day.
        case time
    }

    private let widths: [Int]
    private let kinds: [Kind]
    private let isLimited: Bool

    /// Creates the layout of a table.
    ///
    /// On a display with a width a column is left out when its cells are all empty, and the others are made narrower
    /// until the lines fit: the widest first, and none below 8 columns.
    ///
    /// - Parameters:
    ///   - header: What stands above the columns.
    ///   - rows: The rows by which the columns are made as wide as they need; later rows may be wider than their
    ///     column. An empty cell has no value.
    ///   - kinds: What the columns hold; by default text.
    ///   - columns: The width of the display; nil where there is no limit.
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
            // The widest column gives way first, down to the next widest, and so on.
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

    /// The line above the rows.
    ///
    /// - Parameter style: Decorates the text of a cell; it must not change how wide the cell is.
    /// - Returns: The line.
    func headerLine(style: (_ text: String) -> String = { $0 }) -> String {
        line(header) { _, text in style(text) }
    }

    /// A row as a line, without its newline.
    ///
    /// The last column is not padded.
    ///
    /// - Parameters:
    ///   - row: The cells, one for each column that the table was made with, without control characters.
    ///   - style: Decorates the text of a cell, for example with a colour, given its heading; it must not change how
    ///     wide the cell is.
    /// - Returns: The line.
    func line(of row: [String], style: (_ heading: String, _ text: String) -> String = { $1 }) -> String {
        line(shown.map { Self.text(row[$0]) }) { style(header[$0], $1) }
    }

    /// Whether a row has a value in a column that is not shown.
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
        return kinds[column] == .number ? cell : TextWidth.cut(cell, to: widths[column])
    }

    private static func text(_ cell: String) -> String { cell.isEmpty ? nothing : cell }
}
