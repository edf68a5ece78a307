/// A kind of directory that systemd creates for a service and passes in an environment variable.
///
/// See `RuntimeDirectory=` and the following settings in systemd.exec(5).
public enum ServiceDirectory: String, Sendable, CaseIterable {
    /// `RuntimeDirectory=`: under `/run`, removed when the service stops.
    case runtime = "RUNTIME_DIRECTORY"
    /// `StateDirectory=`: under `/var/lib`, kept.
    case state = "STATE_DIRECTORY"
    /// `CacheDirectory=`: under `/var/cache`, kept until it is cleaned with systemctl(1).
    case cache = "CACHE_DIRECTORY"
    /// `LogsDirectory=`: under `/var/log`, kept.
    case logs = "LOGS_DIRECTORY"
    /// `ConfigurationDirectory=`: under `/etc`, kept; not owned by the user of the service.
    case configuration = "CONFIGURATION_DIRECTORY"
}

extension ServiceEnvironment {
    /// Returns the absolute paths of the directories of one kind, in the order of the unit file.
    ///
    /// A unit may name several; systemd joins them with colons. The result is empty outside systemd and for a unit without
    /// the setting.
    public func directories(_ kind: ServiceDirectory) -> [String] {
        (self[kind.rawValue] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
}
