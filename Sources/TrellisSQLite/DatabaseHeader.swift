/// The header of a database file (sqlite.org/fileformat.html, 1.3), as far as it says how large the file must be.
struct DatabaseHeader: Sendable, Hashable {
    /// The number of bytes of a header.
    static let size = 100

    /// The number of bytes of a page.
    let pageSize: Int

    /// The number of pages; nil when the header's number is outdated, as a SQLite before 3.7.0 leaves it.
    let pageCount: Int?

    /// The number of bytes that the file must have at least; nil when it is not known.
    var fileSize: Int? { pageCount.map { $0 * pageSize } }

    /// Whether bytes begin as each database does.
    static func isDatabase(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("SQLite format 3\0".utf8))
    }

    /// Reads a header; nil when no database has it.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size, Self.isDatabase(bytes) else { return nil }
        func number(at offset: Int) -> Int {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let rawPageSize = number(at: 16) >> 16
        // 65,536 does not fit into the two bytes and is stored as 1.
        pageSize = rawPageSize == 1 ? 65_536 : rawPageSize
        guard (512...65_536).contains(pageSize), pageSize.nonzeroBitCount == 1 else { return nil }
        let count = number(at: 28)
        pageCount = count > 0 && number(at: 24) == number(at: 92) ? count : nil
    }
}
