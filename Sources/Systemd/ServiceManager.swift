public import Logging

/// systemd, as a service talks to it: readiness, status and the other notifications of sd_notify(3).
///
/// Make one at the start of the program and hand it to those who need it. Its life:
///
/// 1. It is made from a ``ServiceEnvironment``. Without `NOTIFY_SOCKET` it is inactive: it says so once, at debug
///    level, and every notification is a no-op. Programs need no case of their own for this.
/// 2. ``notify(_:)-(ServiceNotification...)`` may be called at any time from any thread or task, and never waits. As a
///    rule the datagram is sent before it returns. When the receiver's queue is full, the notification waits its turn,
///    and a thread of its own sends it once there is room. Order is kept; of several waiting statuses only the last is
///    sent.
/// 3. ``flush(within:)`` at the end of the program gives what still waits a last chance.
public final class ServiceManager: Sendable {
    private let channel: NotificationChannel?

    /// Connects to the service manager that the environment names.
    ///
    /// - Parameters:
    ///   - environment: Where the notification socket is. Default: what this process was given.
    ///   - logger: Told once, at debug level, when there is no service manager; at warning level, when a notification
    ///     can't be sent.
    public init(environment: ServiceEnvironment = .current(), logger: Logger) {
        guard let text = environment.notifySocket else {
            logger.debug("Not started by systemd with a notification socket (NOTIFY_SOCKET): notifications do nothing.")
            channel = nil
            return
        }
        guard let address = UnixSocketAddress(text) else {
            logger.warning(
                "NOTIFY_SOCKET is not the address of a Unix socket: notifications to systemd do nothing.",
                metadata: ["socket": "\(text)"])
            channel = nil
            return
        }
        do {
            channel = try NotificationChannel(address: address, logger: logger)
        } catch {
            logger.warning("No socket for notifications to systemd: they do nothing.", error: error)
            channel = nil
        }
    }

    /// Whether there is a service manager to notify.
    public var isActive: Bool { channel != nil }

    /// Sends notifications in one datagram (in more, when they exceed the 4096 bytes that systemd takes at once).
    ///
    /// Never waits. What can't be sent, because the socket is gone or more than 64 datagrams wait, is dropped with a
    /// warning.
    public func notify(_ notifications: ServiceNotification...) {
        notify(notifications)
    }

    /// Sends notifications, as ``notify(_:)-(ServiceNotification...)`` does.
    public func notify(_ notifications: [ServiceNotification]) {
        guard let channel else { return }
        for datagram in PendingNotifications.datagrams(of: notifications) {
            channel.send(datagram)
        }
    }

    /// Waits until every notification is sent, but not longer than a limit.
    ///
    /// It blocks the calling thread: use it where a program ends, not in its course.
    ///
    /// - Parameter limit: How long at most. Nothing is waited for when nothing waits.
    /// - Returns: Whether everything has been sent. True for an inactive manager.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        channel?.flush(within: limit) ?? true
    }
}
