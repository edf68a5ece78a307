import Glibc
import LogSupport

/// A notification of a service to systemd: a well-known assignment of sd_notify(3), or another one.
///
/// Send notifications with ``ServiceManager/notify(_:)-(ServiceNotification...)``. Notifications of one call share a
/// datagram, and systemd processes them together:
///
/// ```swift
/// manager.notify(.ready, .status("Serving 3 plugins on /run/trellis/io.trellis"))
/// ```
///
/// systemd ignores unknown assignments (sd_notify(3)), so newer assignments are safe to send.
public struct ServiceNotification: Sendable, Hashable {
    /// The maximum size of a value in bytes.
    ///
    /// Other assignments fit into the same datagram, whose maximum size is 4096 bytes (`NOTIFY_BUFFER_MAX` of systemd).
    public static let maximumValueSize = 2048

    /// The maximum size of a status line in bytes; longer ones are truncated.
    public static let maximumStatusSize = 1024

    /// One or more assignments of the form `NAME=value`.
    let lines: [String]

    init(lines: [String]) {
        self.lines = lines
    }

    private init(_ name: String, _ value: String) {
        lines = ["\(name)=\(value)"]
    }

    /// Creates an assignment for which this type has no member, such as `NOTIFYACCESS=none` or a private `X_TRELLIS_…`.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 characters: uppercase ASCII letters, digits and underscores, not starting with a digit.
    ///   - value: At most ``maximumValueSize`` bytes of UTF-8 without control characters.
    /// - Throws: ``ServiceNotificationError`` if the name or the value is invalid.
    public init(name: String, value: String) throws(ServiceNotificationError) {
        guard JournalField.isValid(name, allowingUnderscoreFirst: true) else { throw .invalidName(name) }
        let size = value.utf8.count
        guard size <= Self.maximumValueSize else { throw .valueTooLarge(name: name, size: size) }
        guard !value.unicodeScalars.contains(where: isControlCharacter) else {
            throw .controlCharacter(name: name, value: value)
        }
        self.init(name, value)
    }

    /// `READY=1`: the start or a reload is complete.
    ///
    /// A unit of `Type=notify` becomes `active`.
    public static let ready = ServiceNotification("READY", "1")

    /// `STOPPING=1`: the service is stopping.
    public static let stopping = ServiceNotification("STOPPING", "1")

    /// `RELOADING=1` with `MONOTONIC_USEC=`, the time at which this property is read: a reload begins.
    ///
    /// ``ready`` must follow, also after a reload that failed. systemd 253 and later require the time for
    /// `Type=notify-reload`; earlier versions ignore it.
    public static var reloading: ServiceNotification {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        return ServiceNotification(lines: ["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"])
    }

    /// `STATUS=`: the status line that `systemctl status` shows.
    ///
    /// - Parameter text: Any text. Newlines and other control characters become spaces. A text of more than
    ///   ``maximumStatusSize`` bytes is truncated, with an ellipsis at the end.
    /// - Returns: A notification with the sanitized text.
    public static func status(_ text: String) -> ServiceNotification {
        ServiceNotification("STATUS", truncated(replacingControlCharacters(in: text)))
    }

    /// `WATCHDOG=1`: the service is alive.
    ///
    /// Send this notification at intervals of half of ``ServiceEnvironment/watchdogInterval``.
    public static let watchdog = ServiceNotification("WATCHDOG", "1")

    /// `WATCHDOG=trigger`: the service detected an internal error; systemd acts as after a watchdog timeout.
    public static let watchdogTrigger = ServiceNotification("WATCHDOG", "trigger")

    /// `ERRNO=`: an error number of errno(3), which systemd shows as `StatusErrno`.
    public static func errno(_ number: Int32) -> ServiceNotification {
        ServiceNotification("ERRNO", String(number))
    }

    /// `EXIT_STATUS=`: the exit status of the service, for information (systemd 254 and later).
    public static func exitStatus(_ status: ExitStatus) -> ServiceNotification {
        ServiceNotification("EXIT_STATUS", String(status.rawValue))
    }

    /// `EXTEND_TIMEOUT_USEC=`: the start, reload or stop may take this duration from now on.
    ///
    /// The extension takes effect if the timeout of the unit is reached earlier (systemd.service(5), `TimeoutStartSec=`).
    /// systemd then waits until the end of the extension, or for the next extension. A duration under a microsecond is sent
    /// as one microsecond.
    public static func extendTimeout(_ duration: Duration) -> ServiceNotification {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowOfSum) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        let microseconds = overflow || overflowOfSum ? (seconds < 0 ? 1 : Int64.max) : max(1, sum)
        return ServiceNotification("EXTEND_TIMEOUT_USEC", String(microseconds))
    }

    /// `MAINPID=`: the main process of the service.
    public static func mainProcess(_ identifier: Int32) -> ServiceNotification {
        ServiceNotification("MAINPID", String(identifier))
    }

    private static func truncated(_ text: String) -> String {
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
