import Glibc

/// Something that a service tells systemd about itself: one of the well-known assignments of sd_notify(3), or one of
/// your own.
///
/// Send it with ``ServiceManager/notify(_:)-(ServiceNotification...)``; several sent at once go in one datagram, so
/// that systemd acts on them together:
///
/// ```swift
/// manager.notify(.ready, .status("Serving 3 plugins on /run/trellis/io.trellis"))
/// ```
///
/// An assignment that an older systemd does not know is ignored by it (sd_notify(3)), so that newer ones are safe to
/// send.
public struct ServiceNotification: Sendable, Hashable {
    /// The most bytes that a value may have.
    ///
    /// It leaves room for other assignments in a datagram of 4096 bytes, which is the most that systemd takes
    /// (`NOTIFY_BUFFER_MAX`).
    public static let maximumValueSize = 2048

    /// The most bytes of a status line that are sent.
    public static let maximumStatusSize = 1024

    /// One or more lines of the form `NAME=value`, without the newline between them.
    let lines: [String]

    private init(lines: [String]) {
        self.lines = lines
    }

    private init(_ name: String, _ value: String) {
        lines = ["\(name)=\(value)"]
    }

    /// An assignment that this type has no member for, such as `NOTIFYACCESS=none` or a private `X_TRELLIS_…`.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 characters: uppercase ASCII letters, digits and underscores, not starting with a digit.
    ///   - value: At most ``maximumValueSize`` bytes of UTF-8 without a control character.
    /// - Throws: ``ServiceNotificationError`` when name or value is not like that.
    public init(name: String, value: String) throws(ServiceNotificationError) {
        guard JournalField.isValid(name, allowingUnderscoreFirst: true) else { throw .invalidName(name) }
        let size = value.utf8.count
        guard size <= Self.maximumValueSize else { throw .valueTooLarge(name: name, size: size) }
        guard !value.unicodeScalars.contains(where: isControlCharacter) else {
            throw .controlCharacter(name: name, value: value)
        }
        self.init(name, value)
    }

    /// `READY=1`: the start is finished, or a reload is.
    ///
    /// A unit of `Type=notify` is `active` from here on.
    public static let ready = ServiceNotification("READY", "1")

    /// `STOPPING=1`: the service begins to stop.
    public static let stopping = ServiceNotification("STOPPING", "1")

    /// `RELOADING=1` with `MONOTONIC_USEC=`, the time at which this property is read: a reload begins.
    ///
    /// ``ready`` must follow, also after a reload that failed.
    ///
    /// systemd 253 and later require the time for `Type=notify-reload`; earlier ones ignore it.
    public static var reloading: ServiceNotification {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        return ServiceNotification(lines: ["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"])
    }

    /// `STATUS=`: one line for people, which `systemctl status` shows.
    ///
    /// - Parameter text: Any text. Newlines and other control characters become spaces, and what goes over
    ///   ``maximumStatusSize`` bytes is cut, with an ellipsis at the end.
    /// - Returns: The notification.
    public static func status(_ text: String) -> ServiceNotification {
        ServiceNotification("STATUS", shortened(replacingControlCharacters(in: text)))
    }

    /// `WATCHDOG=1`: the service is alive.
    ///
    /// Send it at half of ``ServiceEnvironment/watchdogInterval``.
    public static let watchdog = ServiceNotification("WATCHDOG", "1")

    /// `WATCHDOG=trigger`: the service found itself broken; systemd acts as if the watchdog had run out.
    public static let watchdogTrigger = ServiceNotification("WATCHDOG", "trigger")

    /// `ERRNO=`: a failure, as a number of errno(3), which systemd shows in `StatusErrno`.
    public static func errno(_ number: Int32) -> ServiceNotification {
        ServiceNotification("ERRNO", String(number))
    }

    /// `EXIT_STATUS=`: the status that the service will exit with.
    ///
    /// Informational (systemd 254 and later).
    public static func exitStatus(_ status: ExitStatus) -> ServiceNotification {
        ServiceNotification("EXIT_STATUS", String(status.rawValue))
    }

    /// `EXTEND_TIMEOUT_USEC=`: starting, reloading or stopping may take this much longer, counted from now.
    ///
    /// systemd waits until then for the end or for the next extension. It acts on it only where the unit's own time
    /// limit has been reached (systemd.service(5), `TimeoutStartSec=`). A duration under a microsecond is sent as one
    /// microsecond.
    public static func extendTimeout(_ duration: Duration) -> ServiceNotification {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowOfSum) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        let microseconds = overflow || overflowOfSum ? (seconds < 0 ? 1 : Int64.max) : max(1, sum)
        return ServiceNotification("EXTEND_TIMEOUT_USEC", String(microseconds))
    }

    /// `MAINPID=`: the process that systemd shall take for the service's main one.
    public static func mainProcess(_ identifier: Int32) -> ServiceNotification {
        ServiceNotification("MAINPID", String(identifier))
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > maximumStatusSize else { return text }
        let ellipsis = "…"
        var result = ""
        for character in text {
            guard result.utf8.count + character.utf8.count + ellipsis.utf8.count <= maximumStatusSize else { break }
            result.append(character)
        }
        return result + ellipsis
    }
}
