import Foundation
import SystemPackage

/// The tables of a README, in Markdown.
struct PluginReadme {
    /// A table: the names of the columns in lowercase, and the rows.
    struct Table {
        var columns: [String]
        var rows: [[String]]

        /// The cell of a row in a column; nil if there is none.
        func cell(_ column: String, of row: [String]) -> String? {
            columns.firstIndex(of: column).flatMap { row.indices.contains($0) ? row[$0] : nil }
        }
    }

    let tables: [Table]

    /// Reads the README at a path.
    ///
    /// - Throws: An error when the file cannot be read.
    init(at path: FilePath) throws {
        self.init(try String(contentsOfFile: path.string, encoding: .utf8))
    }

    init(_ text: String) {
        var tables: [Table] = []
        var isInTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if !isInTable {
                tables.append(Table(columns: cells.map { $0.lowercased() }, rows: []))
                isInTable = true
            } else if !cells.allSatisfy({ $0.allSatisfy { $0 == "-" || $0 == ":" } }) {
                tables[tables.count - 1].rows.append(cells)
            }
        }
        self.tables = tables
    }

    /// The tables whose first column has a name, such as `key` or `key under plugins.door`.
    func tables(of column: String) -> [Table] {
        tables.filter { $0.columns.first?.split(separator: " ").first.map(String.init) == column }
    }

    /// The rows of all tables whose first column has a name, by the quoted words of their first cells.
    func rows(of column: String) -> [(name: String, table: Table, row: [String])] {
        tables(of: column).flatMap { table in
            table.rows.flatMap { row in Self.quoted(in: row.first ?? "").map { ($0, table, row) } }
        }
    }

    /// The words between backticks.
    static func quoted(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// Returns the path of `README.md` in the nearest folder above a file.
    static func path(above file: FilePath) -> FilePath {
        var folder = file.removingLastComponent()
        while !folder.isEmpty, folder.components.count > 1 {
            let readme = folder.appending("README.md")
            if FileManager.default.fileExists(atPath: readme.string) { return readme }
            folder.removeLastComponent()
        }
        return file.removingLastComponent().appending("README.md")
    }
}
