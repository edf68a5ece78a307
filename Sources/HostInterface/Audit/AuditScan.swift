import Glibc

/// Reads the selected records of all series in the order of their numbers, and reports gaps.
///
/// A scan is a value: a copy continues independently at the same position. The methods of a scan block while they read
/// files.
public struct AuditScan: Sendable {
    /// The result of reading: a record, or a gap.
    public typealias Item = HostContract.ReadAuditReply

    private static let batchSize = 256
    private static let batchLines = 20_000

    private var readers: [AuditSeriesReader]
    private var heads: [AuditLine?]
    private var damaged: [Bool]
    private let filter: AuditFilter
    private let requiredTexts: [[UInt8]]
    private let through: Int?

    /// The number below which records may have been removed by rotation.
    private var floor = 0
    private var last: AuditLine?
    private var hasReportedRotation = false
    private var hasEnded = false

    /// The number of selected records that are still to be skipped, together with the gaps before them.
    private var skipped = 0

    /// Opens the files of all series.
    ///
    /// - Parameters:
    ///   - directory: The folder with the files; it need not exist.
    ///   - filter: The records to select.
    ///   - through: The number of the last record that the daemon has written or lost; nil if no daemon writes.
    /// - Throws: ``AuditReadError`` when a file cannot be read.
    public init(directory: String, filter: AuditFilter, through: Int? = nil) throws(AuditReadError) {
        self.filter = filter
        self.through = through
        requiredTexts = filter.requiredTexts
        readers = []
        for series in AuditSeries.allCases { readers.append(try AuditSeriesReader(series, in: directory)) }
        heads = Array(repeating: nil, count: readers.count)
        damaged = Array(repeating: false, count: readers.count)
        for index in readers.indices {
            try advance(index)
            // Only a series with the maximum number of files has removed files.
            guard readers[index].fileCount == AuditSeries.fileCount, let head = heads[index] else { continue }
            floor = max(floor, head.sequence)
        }
    }

    /// Selects only the newest records.
    ///
    /// This method reads all records once to count them.
    ///
    /// - Parameter limit: The maximum number of records.
    /// - Throws: ``AuditReadError`` when a file cannot be read.
    public mutating func keepNewest(_ limit: Int) throws(AuditReadError) {
        var counting = self
        var count = 0
        while let batch = try counting.nextBatch() { count += batch.count { $0.record != nil } }
        skipped = max(0, count - limit)
        if limit <= 0 { hasEnded = true }
    }

    /// Reads the next records and gaps.
    ///
    /// - Returns: The items, possibly none, after a bounded amount of work; nil at the end.
    /// - Throws: ``AuditReadError`` when a file cannot be read.
    public mutating func nextBatch() throws(AuditReadError) -> [Item]? {
        guard !hasEnded else { return nil }
        var batch: [Item] = []
        for _ in 0..<Self.batchLines where batch.count < Self.batchSize {
            guard let index = oldest else {
                hasEnded = true
                if let through, through > last?.sequence ?? 0 {
                    reportMissing(through: through, before: nil, in: &batch)
                }
                return batch
            }
            if damaged[index] {
                damaged[index] = false
                emit(gap: .damaged, count: nil, before: heads[index], in: &batch)
            }
            guard let line = heads[index] else { continue }
            try advance(index)
            if let through, line.sequence > through { continue }
            process(line, in: &batch)
        }
        return batch
    }

    /// The index of the series whose next line has the lowest number, or of a series that ends with a damaged line.
    private var oldest: Int? {
        var found: Int?
        for index in readers.indices {
            guard let head = heads[index] else { continue }
            if let current = found.flatMap({ heads[$0] }), current.sequence <= head.sequence { continue }
            found = index
        }
        return found ?? damaged.firstIndex(of: true)
    }

    private mutating func advance(_ index: Int) throws(AuditReadError) {
        heads[index] = nil
        while let (bytes, isTerminated) = try readers[index].next() {
            heads[index] = AuditLine(bytes)
            if heads[index] != nil { return }
            // A running daemon may be writing the last line.
            if isTerminated || through == nil { damaged[index] = true }
        }
    }

    private mutating func process(_ line: AuditLine, in batch: inout [Item]) {
        let expected = (last?.sequence ?? 0) + 1
        if line.sequence > expected {
            reportMissing(through: line.sequence - 1, before: line, in: &batch)
        } else if line.event == .started, let last, last.event != .stopped {
            emit(gap: .crashed, count: nil, before: line, in: &batch)
        }
        defer { last = line }
        guard line.event == nil, isInTime(line), hasRequiredTexts(line) else { return }
        guard let record = line.record else { return emit(gap: .damaged, count: 1, before: line, in: &batch) }
        guard filter.matches(record) else { return }
        if skipped > 0 {
            skipped -= 1
        } else {
            batch.append(Item(record: record))
        }
    }

    /// Reports the numbers after the last line, up to `end`, as missing.
    private mutating func reportMissing(through end: Int, before line: AuditLine?, in batch: inout [Item]) {
        let first = (last?.sequence ?? 0) + 1
        if first < floor, !hasReportedRotation {
            hasReportedRotation = true
            emit(gap: .rotated, count: nil, before: line, in: &batch)
        }
        let lost = end - max(first, floor) + 1
        if lost > 0 { emit(gap: .lost, count: lost, before: line, in: &batch) }
    }

    private mutating func emit(
        gap reason: HostContract.AuditGapReason, count: Int?, before line: AuditLine?, in batch: inout [Item]
    ) {
        guard skipped == 0 else { return }
        if let since = filter.since, let line, line.time.lexicographicallyPrecedes(since.utf8) { return }
        if let until = filter.until, let last, until.utf8.lexicographicallyPrecedes(last.time) { return }
        batch.append(
            Item(
                gap: HostContract.AuditGap(
                    reason: reason, count: count, after: last.map { String(decoding: $0.time, as: UTF8.self) },
                    before: line.map { String(decoding: $0.time, as: UTF8.self) })))
    }

    private func isInTime(_ line: AuditLine) -> Bool {
        if let since = filter.since, line.time.lexicographicallyPrecedes(since.utf8) { return false }
        if let until = filter.until, until.utf8.lexicographicallyPrecedes(line.time) { return false }
        return true
    }

    private func hasRequiredTexts(_ line: AuditLine) -> Bool {
        requiredTexts.allSatisfy { line.bytes.contains($0) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes contain a string.
    fileprivate func contains(_ text: [UInt8]) -> Bool {
        guard let first = text.first else { return true }
        return withUnsafeBytes { bytes in
            text.withUnsafeBytes { text in
                guard let start = bytes.baseAddress, let wanted = text.baseAddress else { return false }
                // Safe: the string fits between each position and the end of the buffer.
                var position = 0
                while position + text.count <= bytes.count {
                    guard let found = memchr(start + position, Int32(first), bytes.count - text.count - position + 1)
                    else { return false }
                    if memcmp(found, wanted, text.count) == 0 { return true }
                    position = UnsafeRawPointer(found) - start + 1
                }
                return false
            }
        }
    }
}
