import Glibc

/// Reads the lines of a series, the oldest first.
struct AuditSeriesReader: Sendable {
    private static let chunkSize = 256 << 10

    /// The number of files of the series.
    let fileCount: Int

    private var files: [AuditFileHandle]
    private var offset = 0
    private var chunk: [UInt8] = []
    private var position = 0

    /// Opens the files of a series.
    init(_ series: AuditSeries, in directory: String) throws(AuditReadError) {
        files = try AuditFileHandle.open(series, in: directory)
        fileCount = files.count
    }

    /// Returns the next line without its line feed, and whether it had a line feed; nil at the end.
    mutating func next() throws(AuditReadError) -> (bytes: ArraySlice<UInt8>, isTerminated: Bool)? {
        while true {
            let end = lineEnd()
            if let end {
                defer { position = end + 1 }
                if end > position { return (chunk[position..<end], true) }
                continue
            }
            guard let file = files.first else { return nil }
            let bytes = try file.read(at: offset, count: Self.chunkSize)
            let rest = chunk[position...]
            position = 0
            guard bytes.isEmpty else {
                offset += bytes.count
                chunk = rest + bytes
                continue
            }
            files.removeFirst()
            offset = 0
            chunk = []
            if !rest.isEmpty { return (rest, false) }
        }
    }

    /// Returns the index of the next line feed in the chunk; nil if the rest of the chunk contains none.
    private func lineEnd() -> Int? {
        chunk.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, position < bytes.count,
                let found = memchr(start + position, 0x0A, bytes.count - position)
            else { return nil }
            // Safe: both pointers are into the same buffer.
            return UnsafeRawPointer(found) - start
        }
    }
}

extension AuditTrail {
    /// The maximum size of a line in bytes that the search for the last number considers.
    private static let tailSize = 256 << 10

    /// Finds the number of the newest line of all series.
    ///
    /// - Parameter directory: The folder with the files; it need not exist.
    /// - Returns: The number; 0 if the files contain no line.
    /// - Throws: ``AuditReadError`` when a file cannot be read.
    public static func lastSequence(in directory: String) throws(AuditReadError) -> Int {
        var last = 0
        for series in AuditSeries.allCases {
            for file in try AuditFileHandle.open(series, in: directory).reversed() {
                let tail = try file.read(at: max(0, file.size - tailSize), count: tailSize)
                let found = tail.split(separator: 0x0A).reversed().lazy.compactMap { AuditLine($0)?.sequence }.first
                guard let found else { continue }
                last = max(last, found)
                break
            }
        }
        return last
    }
}
