/// The notifications that wait for systemd: a state machine without thread, lock, input or output.
///
/// A new status, keep-alive or extension replaces a waiting one, because systemd would only keep the newer value. The queue
/// therefore stays short while systemd does not read.
struct NotificationQueue {
    enum Step: Equatable {
        case send(String)
        case end
    }

    /// The maximum number of waiting datagrams.
    static let limit = 64

    /// Whether the thread exists or is being started.
    var hasThread = false
    /// Whether the ``ServiceManager`` is released, so that no notification can follow.
    var isReleased = false

    private var datagrams: [Datagram] = []
    private var isSending = false
    private var hasOverflowed = false

    /// Whether every notification was sent.
    var isIdle: Bool { datagrams.isEmpty && !isSending }

    enum Admission: Equatable {
        case queued
        /// The queue is full. `isFirst` is true for the first drop since the queue was empty.
        case dropped(isFirst: Bool)
    }

    /// Adds a datagram at the end, or drops it if the queue is full.
    mutating func append(_ text: String) -> Admission {
        let datagram = Datagram(text)
        if let names = datagram.replaceableNames {
            datagrams.removeAll { $0.replaceableNames == names }
        }
        guard datagrams.count < Self.limit else {
            defer { hasOverflowed = true }
            return .dropped(isFirst: !hasOverflowed)
        }
        datagrams.append(datagram)
        return .queued
    }

    /// Returns the next step of the thread; `nil` to wait.
    mutating func next() -> Step? {
        if datagrams.isEmpty { return isReleased ? .end : nil }
        isSending = true
        return .send(datagrams.removeFirst().text)
    }

    /// Ends the step that ``next()`` returned.
    mutating func finish() {
        isSending = false
        if datagrams.isEmpty { hasOverflowed = false }
    }

    /// Joins notifications to datagrams of at most 4095 bytes, in order, without splitting a notification.
    static func datagrams(of notifications: [ServiceNotification]) -> [String] {
        var result: [String] = []
        for notification in notifications {
            let text = notification.lines.joined(separator: "\n")
            if let last = result.last, last.utf8.count + 1 + text.utf8.count < 4096 {
                result[result.count - 1] = last + "\n" + text
            } else {
                result.append(text)
            }
        }
        return result
    }
}

private struct Datagram {
    private static let replaceable: Set<Substring> = ["STATUS", "WATCHDOG", "EXTEND_TIMEOUT_USEC"]

    let text: String
    /// The names of the assignments if a newer datagram with the same names replaces this one; otherwise `nil`.
    let replaceableNames: [Substring]?

    init(_ text: String) {
        self.text = text
        let lines = text.split(separator: "\n")
        let names = lines.map { $0.prefix { $0 != "=" } }
        let isTrigger = lines.contains("WATCHDOG=trigger")
        replaceableNames = names.allSatisfy(Self.replaceable.contains) && !isTrigger ? names : nil
    }
}
