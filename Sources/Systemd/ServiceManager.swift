import CSystemd
import LogSupport
public import Logging

/// Sends the notifications of sd_notify(3) to systemd: readiness, status, keep-alive and others.
///
/// Create one manager at the start of the program, and pass it to the code that sends notifications. The lifecycle of a
/// manager:
///
/// 1. The manager is created from a ``ServiceEnvironment``. Without `NOTIFY_SOCKET`, the manager is inactive: it logs
///    one message at debug level, and notifications do nothing.
/// 2. ``notify(_:)-(ServiceNotification...)`` may be called at any time from any thread or task, and never waits. A
///    dedicated thread sends the notifications in order, because sd_notify(3) blocks while systemd does not read. Of
///    several waiting statuses only the last is sent.
/// 3. ``flush(within:)`` at the end of the program waits until the notifications are sent.
///
/// > Important: sd_notify(3) reads `NOTIFY_SOCKET` of the process with getenv(3). The environment of the process must not
/// > change after the first notification. Call ``SocketActivation/takeSockets(named:stored:logger:)`` earlier, because it
/// > changes the environment.
public final class ServiceManager: Sendable {
    /// Sends a datagram, and may block.
    ///
    /// Returns 0 or a positive number, or a negated number of errno(3).
    typealias Send = @Sendable (String) -> Int32

    private let queue: Monitor<NotificationQueue>?
    let logger: Logger
    private let send: Send

    /// Creates a connection to the service manager.
    ///
    /// - Parameters:
    ///   - environment: The variables of this process. Default: read from the process.
    ///   - logger: Receives a message at debug level if `NOTIFY_SOCKET` is not set, and a warning if a notification
    ///     can't be sent. Only the first of several consecutive failures is logged.
    public convenience init(environment: ServiceEnvironment = .current(), logger: Logger) {
        self.init(environment: environment, logger: logger) { sd_notify(0, $0) }
    }

    init(environment: ServiceEnvironment, logger: Logger, send: @escaping Send) {
        if environment.notifySocket == nil {
            logger.debug("NOTIFY_SOCKET is not set: notifications to systemd are disabled.")
            queue = nil
        } else {
            queue = Monitor(NotificationQueue())
        }
        self.logger = logger
        self.send = send
    }

    deinit {
        queue?.withLock { $0.isReleased = true }
        queue?.wakeAll()
    }

    /// Whether notifications are sent: `NOTIFY_SOCKET` was set.
    public var isActive: Bool { queue != nil }

    /// Queues notifications for systemd, in one datagram if they fit into the 4096 bytes that systemd accepts.
    ///
    /// Never waits. If 64 datagrams wait already, the notifications are dropped with a warning.
    public func notify(_ notifications: ServiceNotification...) {
        notify(notifications)
    }

    /// Queues notifications for systemd, as ``notify(_:)-(ServiceNotification...)`` does.
    public func notify(_ notifications: [ServiceNotification]) {
        guard let queue else { return }
        for datagram in NotificationQueue.datagrams(of: notifications) {
            let admission = queue.withLock { $0.append(datagram) }
            if admission == .dropped(isFirst: true) {
                logger.warning(
                    "systemd does not read notifications: \(NotificationQueue.limit) wait, new ones are dropped.")
            }
        }
        startThread(for: queue)
    }

    /// Blocks the thread until every notification is sent, or until a timeout.
    ///
    /// Call this method at the end of a program.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether every notification was sent. True for an inactive manager.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        guard let queue else { return true }
        startThread(for: queue)
        return queue.wait(within: limit) { $0.isIdle ? true : nil } ?? false
    }

    /// Wakes the thread, or starts it if it does not exist.
    private func startThread(for queue: Monitor<NotificationQueue>) {
        let needsThread = queue.withLock { queue in
            defer { queue.hasThread = queue.hasThread || !queue.isIdle }
            return !queue.hasThread && !queue.isIdle
        }
        guard needsThread else { return queue.wakeAll() }
        let started = LogSupport.startThread(named: "notify") { [logger, send] in Self.run(queue, logger, send) }
        // No thread could be started. The next notification, or the flush at the end, tries again.
        if !started { queue.withLock { $0.hasThread = false } }
    }

    // Does not capture the manager, because the release of the manager ends the thread.
    private static func run(_ queue: Monitor<NotificationQueue>, _ logger: Logger, _ send: Send) {
        var isFailing = false
        while case .send(let datagram)? = queue.wait(until: { $0.next() }) {
            let result = send(datagram)
            if result < 0, !isFailing {
                logger.warning("sd_notify(3) failed.", error: SystemCallError(errno: -result))
            }
            isFailing = result < 0
            queue.withLock { $0.finish() }
            queue.wakeAll()
        }
    }
}
