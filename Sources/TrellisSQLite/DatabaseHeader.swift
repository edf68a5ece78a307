/// The fields in the header of a database file that determine its minimum size (sqlite.org/fileformat.html, 1.3).
struct DatabaseHeader: Sendable, Hashable {
    /// The size of a header in bytes.
    static let size = 100

    /// The size of a page in bytes.
    let pageSize: Int

    /// The number of pages; nil when the number in the header is outdated, because a SQLite before 3.7.0 wrote the file.
    let pageCount: Int?

    /// The minimum size of the file in bytes; nil when it is unknown.
    var fileSize: Int? { pageCount.map { $0 * pageSize } }

    /// Returns whether bytes begin with the magic string of a database.
    static func isDatabase(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("SQLite format 3\0".utf8))
    }

    /// Parses a header; nil when it is invalid.
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
