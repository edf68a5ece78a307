/// Datagrams that wait because the notification socket is full, in order.
///
/// A newer one replaces an older one where systemd would keep only the newer value anyway: a status, a sign of life, an
/// extension. So the memory that a stuck receiver costs has a bound, and when the socket takes datagrams again, the
/// last status comes, not the history.
struct PendingNotifications {
    /// The most datagrams that wait.
    ///
    /// Only notifications that can't be replaced count towards it in practice.
    static let limit = 64

    private static let replaceable: Set<Substring> = ["STATUS", "WATCHDOG", "EXTEND_TIMEOUT_USEC"]

    private var datagrams: [Datagram] = []

    struct Datagram {
        let text: String
        /// The names in it, when each of them can be replaced; else `nil`.
        let replaceableNames: [Substring]?

        init(_ text: String) {
            self.text = text
            let names = text.split(separator: "\n").map { $0.prefix { $0 != "=" } }
            let isTrigger = text.contains("WATCHDOG=trigger")
            replaceableNames = names.allSatisfy(replaceable.contains) && !isTrigger ? names : nil
        }
    }

    var isEmpty: Bool { datagrams.isEmpty }

    var first: String? { datagrams.first?.text }

    mutating func removeFirst() {
        datagrams.removeFirst()
    }

    /// Adds a datagram at the end.
    ///
    /// `false`, and no change, when too many wait already.
    mutating func append(_ text: String) -> Bool {
        let datagram = Datagram(text)
        if let names = datagram.replaceableNames {
            datagrams.removeAll { $0.replaceableNames == names }
        }
        guard datagrams.count < Self.limit else { return false }
        datagrams.append(datagram)
        return true
    }

    /// Joins notifications to datagrams of at most 4095 bytes, each notification whole, in order.
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
