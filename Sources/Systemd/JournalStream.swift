import Glibc

/// The device and inode of the stream that connects a service to the journal, from `JOURNAL_STREAM`.
///
/// systemd sets the variable if standard output or standard error is connected to the journal. A descriptor that was
/// redirected later has another device or inode, so that a comparison shows whether the descriptor is still connected
/// to the journal (systemd.exec(5), `$JOURNAL_STREAM`).
public struct JournalStream: Sendable, Hashable {
    /// The device number, `st_dev` of stat(2).
    public var device: UInt64
    /// The inode number, `st_ino` of stat(2).
    public var inode: UInt64

    /// Parses the value of `JOURNAL_STREAM`: device and inode in decimal, separated by a colon.
    ///
    /// The result is `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
        self.device = device
        self.inode = inode
    }

    /// Reads the device and inode of a descriptor; `nil` if the descriptor is not open.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Returns whether a descriptor is connected to this stream.
    public func isConnected(to descriptor: Int32) -> Bool {
        JournalStream(descriptor: descriptor) == self
    }
}
