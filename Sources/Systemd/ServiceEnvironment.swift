import Glibc

/// The environment variables that systemd sets for a service.
///
/// The variables are those of systemd.exec(5), "Environment Variables Set or Propagated by the Service Manager", and of
/// sd_notify(3) and sd_watchdog_enabled(3). ``current()`` reads them from the process. A test creates an environment
/// from values:
///
/// ```swift
/// let environment = ServiceEnvironment(variables: ["STATE_DIRECTORY": "/var/lib/trellis"])
/// ```
///
/// For a variable that is unset, empty or malformed, properties are `nil` or empty, as they are outside systemd.
public struct ServiceEnvironment: Sendable, Hashable {
    /// The names of the variables that ``current()`` reads.
    public static let variableNames = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "INVOCATION_ID", "JOURNAL_STREAM", "CREDENTIALS_DIRECTORY",
        "FDSTORE",
        "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY", "CONFIGURATION_DIRECTORY",
    ]

    /// The variables, by name.
    ///
    /// Variables that this library does not use are kept.
    public var variables: [String: String]

    /// The process that uses the variables.
    ///
    /// `WATCHDOG_PID` is compared with this identifier.
    public var processIdentifier: Int32

    /// Creates an environment from values, for tests and for programs that keep a copy of the variables.
    ///
    /// - Parameters:
    ///   - variables: The variables, by name. Default: none, as outside systemd.
    ///   - processIdentifier: The process that uses the variables. Default: `nil`, this process.
    public init(variables: [String: String] = [:], processIdentifier: Int32? = nil) {
        self.variables = variables
        self.processIdentifier = processIdentifier ?? getpid()
    }

    /// Reads the variables of this process.
    ///
    /// Call this method once, at the start: getenv(3) is not safe while another thread calls setenv(3) or unsetenv(3).
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

    /// The watchdog timeout, within which systemd expects ``ServiceNotification/watchdog`` (`WATCHDOG_USEC`).
    ///
    /// `nil` if the unit has no `WatchdogSec=`, or if `WATCHDOG_PID` is another process. Send the notification at half of
    /// this interval, as sd_watchdog_enabled(3) recommends.
    public var watchdogInterval: Duration? {
        guard let text = self["WATCHDOG_USEC"], let microseconds = Int64(text), microseconds > 0 else { return nil }
        if let owner = self["WATCHDOG_PID"], Int32(owner) != processIdentifier { return nil }
        return .microseconds(microseconds)
    }

    /// The size of the file descriptor store, `FileDescriptorStoreMax=` of the unit (`FDSTORE`).
    ///
    /// `nil` if the unit has no store, and for systemd before version 254.
    public var descriptorStoreSize: Int? { self["FDSTORE"].flatMap { UInt32($0) }.map { Int($0) } }

    /// The identifier of this run of the unit (`INVOCATION_ID`): 32 lowercase hexadecimal digits.
    ///
    /// journald adds the identifier to each entry of the service as `_SYSTEMD_INVOCATION_ID`.
    public var invocationIdentifier: String? {
        self["INVOCATION_ID"].flatMap { MessageIdentifier($0)?.description }
    }

    /// The journal stream that systemd connected to standard output or standard error (`JOURNAL_STREAM`).
    public var journalStream: JournalStream? { self["JOURNAL_STREAM"].flatMap(JournalStream.init) }

    /// The value of a variable; `nil` if it is unset or empty.
    subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}
