import CSystemd
import Glibc

/// The fields of a journal entry, `NAME=value`, in one buffer.
///
/// A value may contain any bytes, including newlines: sd_journal_sendv(3) does not change them.
struct JournalEntry: Sendable {
    private var bytes: [UInt8] = []
    /// The end of each field in `bytes`.
    private var ends: [Int] = []

    /// The size of the entry in memory, in bytes.
    var size: Int { bytes.count + ends.count * MemoryLayout<Int>.size }

    /// The maximum number of fields; further fields are omitted.
    ///
    /// journald rejects entries with more than 1024 fields (`ENTRY_FIELD_COUNT_MAX`), and libsystemd stores a list of them
    /// on the stack.
    static let maximumCount = 1000

    mutating func append(_ name: String, _ value: String) {
        guard ends.count < Self.maximumCount else { return }
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "="))
        bytes.append(contentsOf: value.utf8)
        ends.append(bytes.count)
    }

    /// The fields as text, in order, for tests.
    var fields: [String] {
        zip([0] + ends, ends).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
    }

    /// Sends the entry to journald.
    ///
    /// Blocks while journald's socket is full, because sd_journal_sendv(3) uses a blocking socket. Only the thread of an
    /// `OutputQueue` calls this method.
    ///
    /// - Returns: Whether the entry was accepted. Also true if journald does not run, because
    ///   sd_journal_sendv(3) does not report that.
    func send() -> Bool {
        bytes.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return true }
            let vectors = zip([0] + ends, ends).map { start, end in
                // libsystemd only reads through the pointer; iovec has no type for that.
                iovec(iov_base: UnsafeMutableRawPointer(mutating: base + start), iov_len: end - start)
            }
            return sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
        }
    }
}
