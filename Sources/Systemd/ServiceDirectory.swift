/// A kind of directory that systemd makes for a service and names in an environment variable.
///
/// The source is systemd.exec(5), `RuntimeDirectory=` and the following.
public enum ServiceDirectory: String, Sendable, CaseIterable {
    /// `RuntimeDirectory=`: under `/run`, removed when the service stops.
    case runtime = "RUNTIME_DIRECTORY"
    /// `StateDirectory=`: under `/var/lib`, kept.
    case state = "STATE_DIRECTORY"
    /// `CacheDirectory=`: under `/var/cache`, kept until somebody cleans up.
    case cache = "CACHE_DIRECTORY"
    /// `LogsDirectory=`: under `/var/log`, kept.
    case logs = "LOGS_DIRECTORY"
    /// `ConfigurationDirectory=`: under `/etc`, kept, and not owned by the user of the service.
    case configuration = "CONFIGURATION_DIRECTORY"
}

extension ServiceEnvironment {
    /// The directories of one kind that the unit asks for, as absolute paths, in the order of the unit file.
    ///
    /// A unit may name several; systemd joins them with colons. Empty outside systemd, and for a unit without the
    /// setting: the service then uses a default of its own.
    public func directories(_ kind: ServiceDirectory) -> [String] {
        (self[kind.rawValue] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
}
