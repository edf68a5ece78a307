/// The screen of an xterm after a program's output, with support for the control sequences that libedit uses.
struct Screen {
    /// The rows from the top, without blanks at their ends.
    private(set) var rows: [String] = []

    private var cells: [[Character]] = [[]]
    private var row = 0
    private var column = 0
    private let columns: Int

    /// Interprets the output.
    init(_ output: String, columns: Int) {
        self.columns = columns
        var rest = Array(output.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": move(toRow: row + 1)
            case "\u{08}": column = max(0, column - 1)
            case "\u{07}": break
            case "\u{1B}": escape(&rest)
            default: put(scalar)
            }
        }
        rows = cells.map { row in
            var text = String(row.filter { $0 != "\u{0}" })
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// The position of the cursor.
    var cursor: (row: Int, column: Int) { (row, column) }

    private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
        guard rest.popFirst() == "[" else { return }
        var parameters = ""
        while let scalar = rest.popFirst() {
            guard (0x40...0x7E).contains(scalar.value) else {
                parameters.unicodeScalars.append(scalar)
                continue
            }
            let number = Int(parameters)
            switch scalar {
            case "A": row = max(0, row - (number ?? 1))
            case "C": column = min(columns - 1, column + (number ?? 1))
            case "G": column = min(columns, number ?? 1) - 1
            case "@":
                while cells[row].count < column { cells[row].append(" ") }
                cells[row].insert(contentsOf: Array(repeating: " ", count: number ?? 1), at: column)
            case "P": cells[row].removeSubrange(column..<min(cells[row].count, column + (number ?? 1)))
            case "K": erase(row, from: column)
            case "J":
                erase(row, from: number == 2 ? 0 : column)
                for other in cells.indices where number == 2 || other > row { cells[other] = [] }
            case "H": (row, column) = (0, 0)
            default: break
            }
            return
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        cells[row] = Array(cells[row].prefix(column))
    }

    private mutating func move(toRow place: Int) {
        row = place
        while cells.count <= row { cells.append([]) }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let isWide = scalar.value >= 0x1100 && scalar.properties.isIdeographic || scalar.properties.isEmojiPresentation
        let width = isWide ? 2 : scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        if width == 0, column > 0, cells[row].indices.contains(column - 1) {
            cells[row][column - 1] = Character(String(cells[row][column - 1]) + String(scalar))
            return
        }
        if column + width > columns {
            move(toRow: row + 1)
            column = 0
        }
        while cells[row].count < column + width { cells[row].append(" ") }
        cells[row][column] = Character(scalar)
        if width == 2 { cells[row][column + 1] = "\u{0}" }
        column += width
    }
}
