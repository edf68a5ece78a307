/// Rows of cells, in columns that are as wide as their widest cell.
struct Table {
    /// What stands above the columns.
    let header: [String]

    /// The width of each column.
    private let widths: [Int]

    /// Creates the layout of a table.
    ///
    /// - Parameters:
    ///   - header: What stands above the columns.
    ///   - rows: The rows by which the columns are made as wide as they need; later rows may be wider than their column.
    init(header: [String], rows: [[String]]) {
        self.header = header
        self.widths = header.indices.map { column in
            ([header] + rows).map { TextWidth.columns(of: $0[column]) }.max() ?? 0
        }
    }

    /// A row as a line, without its newline.
    ///
    /// The last column is not padded.
    ///
    /// - Parameters:
    ///   - cells: The cells, one a column, without control characters.
    ///   - style: Decorates the text of a cell, for example with a colour; it must not change how wide the cell is.
    /// - Returns: The line.
    func line(_ cells: [String], style: (_ column: Int, _ text: String) -> String = { $1 }) -> String {
        cells.indices.map { column in
            let padding = widths[column] - TextWidth.columns(of: cells[column])
            let text = style(column, cells[column])
            return column == cells.indices.last ? text : text + String(repeating: " ", count: max(0, padding))
        }.joined(separator: "  ")
    }
}
