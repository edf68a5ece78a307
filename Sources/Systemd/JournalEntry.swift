import CSystemd
import Glibc

/// The fields of a journal entry, in one piece of memory: `NAME=value` after `NAME=value`.
///
/// A value may hold any bytes, newlines too: sd_journal_sendv(3) passes them on as they are.
struct JournalEntry: Sendable {
    private var bytes: [UInt8] = []
    /// Where each field ends in `bytes`.
    private var ends: [Int] = []

    /// What the entry weighs in memory, in bytes.
    var size: Int { bytes.count + ends.count * MemoryLayout<Int>.size }

    /// The most fields that an entry takes; more are left out.
    ///
    /// journald refuses entries with over 1024 (`ENTRY_FIELD_COUNT_MAX`), and libsystemd keeps a list of them on the
    /// stack.
    static let maximumCount = 1000

    mutating func append(_ name: String, _ value: String) {
        guard ends.count < Self.maximumCount else { return }
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "="))
        bytes.append(contentsOf: value.utf8)
        ends.append(bytes.count)
    }

    /// The fields as text, in order, for tests and messages.
    var fields: [String] {
        zip([0] + ends, ends).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
    }

    /// Hands the entry to journald.
    ///
    /// Waits while journald's socket is full: sd_journal_sendv(3) uses a blocking socket. So only the thread of an
    /// ``OutputQueue`` calls this.
    ///
    /// - Returns: Whether it was taken. True also when there is no journald at all (sd_journal_sendv(3) says nothing
    ///   then).
    func send() -> Bool {
        bytes.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return true }
            let vectors = zip([0] + ends, ends).map { start, end in
                // libsystemd only reads through the pointer; iovec has no form for that.
                iovec(iov_base: UnsafeMutableRawPointer(mutating: base + start), iov_len: end - start)
            }
            return sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
        }
    }
}
