import Glibc

/// What systemd tells a service through environment variables, as one value.
///
/// The variables are those of systemd.exec(5), "Environment Variables Set or Propagated by the Service Manager", and of
/// sd_notify(3) and sd_watchdog_enabled(3). ``current()`` reads them from the process; a test makes a value of its own:
///
/// ```swift
/// let environment = ServiceEnvironment(variables: ["STATE_DIRECTORY": "/var/lib/trellis"])
/// ```
///
/// A variable that is absent, empty or malformed reads as "not given" (`nil`, or an empty list). Nothing here throws
/// outside systemd.
public struct ServiceEnvironment: Sendable, Hashable {
    /// The names of the variables that this library reads.
    ///
    /// ``current()`` copies these and no others.
    public static let variableNames = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "INVOCATION_ID", "JOURNAL_STREAM", "CREDENTIALS_DIRECTORY",
        "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY", "CONFIGURATION_DIRECTORY",
        "NO_COLOR", "TERM",
    ]

    /// The variables, by name.
    ///
    /// Names that this library does not know are kept and not used.
    public var variables: [String: String]

    /// The process that the variables were meant for.
    ///
    /// `WATCHDOG_PID` is compared with it.
    public var processIdentifier: Int32

    /// Makes an environment from values, for tests and for programs that keep their own copy of the variables.
    ///
    /// - Parameters:
    ///   - variables: The variables, by name. Default: none, which is what a process outside systemd has.
    ///   - processIdentifier: The process that they are meant for. Default: `nil`, this process.
    public init(variables: [String: String] = [:], processIdentifier: Int32? = nil) {
        self.variables = variables
        self.processIdentifier = processIdentifier ?? getpid()
    }

    /// Reads the variables of this process.
    ///
    /// Call it once, early: getenv(3) must not run at the same time as setenv(3) or unsetenv(3) on another thread.
    public static func current() -> ServiceEnvironment {
        var variables: [String: String] = [:]
        for name in variableNames {
            if let value = getenv(name) {
                variables[name] = String(cString: value)
            }
        }
        return ServiceEnvironment(variables: variables)
    }

    /// The address of the notification socket (`NOTIFY_SOCKET`): an absolute path, or `@` and an abstract name.
    public var notifySocket: String? { self["NOTIFY_SOCKET"] }

    /// How often, at the latest, systemd wants to hear ``ServiceNotification/watchdog`` (`WATCHDOG_USEC`).
    ///
    /// `nil` when the unit has no `WatchdogSec=`, or when `WATCHDOG_PID` names another process. Send at half of this
    /// interval, as sd_watchdog_enabled(3) recommends.
    public var watchdogInterval: Duration? {
        guard let text = self["WATCHDOG_USEC"], let microseconds = Int64(text), microseconds > 0 else { return nil }
        if let owner = self["WATCHDOG_PID"], Int32(owner) != processIdentifier { return nil }
        return .microseconds(microseconds)
    }

    /// The identifier of this run of the unit (`INVOCATION_ID`): 32 lowercase hexadecimal digits.
    ///
    /// The journal adds it to each entry of the service as `_SYSTEMD_INVOCATION_ID`.
    public var invocationIdentifier: String? {
        self["INVOCATION_ID"].flatMap { MessageIdentifier($0)?.description }
    }

    /// The journal stream that systemd connected to standard output or standard error (`JOURNAL_STREAM`).
    public var journalStream: JournalStream? { self["JOURNAL_STREAM"].flatMap(JournalStream.init) }

    /// The value of a variable; `nil` when it is not set or empty.
    subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}
