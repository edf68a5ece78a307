import CSystemd
import LogSupport
import Logging

/// The file descriptor store of systemd (sd_notify(3), `FDSTORE=1`): descriptors that outlive this process.
///
/// systemd keeps the descriptors of a unit with `FileDescriptorStoreMax=` while the service is restarted, also after a
/// crash, and passes them to the next process (``SocketActivation/takeSockets(named:stored:logger:)``). It closes them when the
/// service is stopped.
extension ServiceManager {
    /// The maximum number of descriptors in a message (`SCM_MAX_FD` of the kernel, unix(7)).
    private static let descriptorsPerMessage = 253

    /// Gives duplicates of descriptors to the store, and blocks the thread while systemd does not read.
    ///
    /// systemd drops those that exceed `FileDescriptorStoreMax=` without a notice. It keeps sockets whose other end is
    /// closed, since they may have unread data.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors.
    ///   - name: The name of all of them: 1 to 255 ASCII characters except control characters and colons. The names of all
    ///     stored descriptors are passed in one environment variable, which has at most 128 KiB.
    /// - Returns: Whether all have been sent; false without a service manager. A failure is logged.
    public func store(_ descriptors: [Int32], named name: String) -> Bool {
        guard isActive else { return false }
        var rest = descriptors[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.descriptorsPerMessage))
            rest = rest.dropFirst(part.count)
            let result = sd_pid_notify_with_fds(
                0, 0, "FDSTORE=1\nFDNAME=\(name)\nFDPOLL=0", part, UInt32(part.count))
            if result < 0 {
                logger.warning("sd_pid_notify_with_fds(3) failed.", error: SystemCallError(errno: -result))
                return false
            }
        }
        return true
    }

    /// Queues the removal of all descriptors of a name from the store.
    ///
    /// Duplicates in this process remain open.
    public func removeStored(named name: String) {
        // Not together with another removal: one message has one name.
        notify(ServiceNotification(lines: ["FDSTOREREMOVE=1", "FDNAME=\(name)"]))
    }

    /// Blocks the thread until systemd has processed all messages that were sent, or until a timeout
    /// (sd_notify_barrier(3)).
    ///
    /// - Parameter limit: The timeout.
    /// - Returns: Whether systemd has processed them; false without a service manager. A failure is logged.
    public func waitUntilProcessed(within limit: Duration) -> Bool {
        guard isActive else { return false }
        let (seconds, attoseconds) = limit.components
        let result = sd_notify_barrier(0, UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000))
        if result < 0 { logger.warning("sd_notify_barrier(3) failed.", error: SystemCallError(errno: -result)) }
        return result >= 0
    }
}
