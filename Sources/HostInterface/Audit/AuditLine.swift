import Varlink

/// A line of a file of the audit log: a call, or a start or stop of the daemon.
///
/// Each line begins with the number and the time, so that a reader can skip lines without parsing them completely:
/// `{"sequence":7,"time":"2026-11-23T07:46:40.123456Z",…}`.
struct AuditLine: Sendable {
    /// An event that is not a call.
    enum Event: String, Sendable {
        /// The daemon started.
        case started

        /// The daemon stopped, after it had written all records.
        case stopped
    }

    private static let sequencePrefix = Array("{\"sequence\":".utf8)
    private static let timePrefix = Array(",\"time\":\"".utf8)
    private static let eventPrefix = Array("\",\"event\":\"".utf8)
    private static let timeSize = "2026-11-23T07:46:40.123456Z".utf8.count

    /// The largest number of a line.
    ///
    /// A larger one would leave too few numbers for the records after it.
    private static let largestSequence = Int.max / 2

    /// The number of the record or event.
    let sequence: Int

    /// The time in the form of RFC 3339, so that the lexicographic order of the bytes is chronological.
    let time: ArraySlice<UInt8>

    /// The event; nil for a call.
    let event: Event?

    /// All bytes of the line.
    let bytes: ArraySlice<UInt8>

    /// Reads the beginning of a line.
    ///
    /// - Parameter bytes: The line without its line feed. The initializer returns nil if the line is damaged.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.starts(with: Self.sequencePrefix), bytes.last == UInt8(ascii: "}") else { return nil }
        var position = bytes.startIndex + Self.sequencePrefix.count
        var sequence = 0
        while position < bytes.endIndex, case let digit = Int(bytes[position]) - 0x30, (0...9).contains(digit) {
            let (product, overflow) = sequence.multipliedReportingOverflow(by: 10)
            guard !overflow, product < Int.max - 9 else { return nil }
            sequence = product + digit
            position += 1
        }
        guard (1...Self.largestSequence).contains(sequence), bytes[position...].starts(with: Self.timePrefix) else {
            return nil
        }
        position += Self.timePrefix.count
        guard position + Self.timeSize < bytes.endIndex else { return nil }
        let time = bytes[position..<position + Self.timeSize]
        guard time.last == UInt8(ascii: "Z") else { return nil }
        position += Self.timeSize
        var event: Event?
        if bytes[position...].starts(with: Self.eventPrefix) {
            let name = bytes[(position + Self.eventPrefix.count)...].prefix { $0 != UInt8(ascii: "\"") }
            guard let known = Event(rawValue: String(decoding: name, as: UTF8.self)) else { return nil }
            event = known
        }
        (self.sequence, self.time, self.event, self.bytes) = (sequence, time, event, bytes)
    }

    /// Decodes the record of a call; nil if the line is damaged.
    var record: HostContract.AuditRecord? {
        guard let json = try? EncodedJSON(parsing: Array(bytes), maximumDepth: 8) else { return nil }
        // A later version may have added fields.
        return try? json.decode(unknownFields: .skip)
    }
}
