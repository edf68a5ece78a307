import Glibc

/// The device and inode of the stream that connects a service to the journal, as `JOURNAL_STREAM` gives them.
///
/// systemd sets the variable when standard output or standard error is connected to the journal. A descriptor that was
/// redirected since then has another device and inode, so the comparison tells whether it is still the journal
/// (systemd.exec(5), `$JOURNAL_STREAM`).
public struct JournalStream: Sendable, Hashable {
    /// The device number, `st_dev` of stat(2).
    public var device: UInt64
    /// The inode number, `st_ino` of stat(2).
    public var inode: UInt64

    /// Parses the value of `JOURNAL_STREAM`: device and inode in decimal, with a colon between them.
    ///
    /// `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
        self.device = device
        self.inode = inode
    }

    /// Reads device and inode of an open descriptor; `nil` when the descriptor is not open.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Whether a descriptor is this stream.
    public func isConnected(to descriptor: Int32) -> Bool {
        JournalStream(descriptor: descriptor) == self
    }
}
