/// The access of a host to the configuration of its daemon, for reloads.
struct ConfigurationSource: Sendable {
    /// The keys of the daemon that ``apply`` puts into effect; all others require a restart of the daemon.
    static let appliedKeys: Set<String> = [
        "log.level", "control.failpoints", "control.roles.read", "control.roles.operate", "control.roles.administer",
    ]

    /// Reads and validates the configuration again, with the overrides of operators.
    var read: @Sendable (OperatorOverrides) throws -> LoadedConfiguration

    /// Puts the settings of the daemon into effect that do not require a restart.
    var apply: @Sendable (HostConfiguration) -> Void = { _ in }
}

extension ConfigurationSource {
    /// Creates a source that always returns the same configuration.
    init(_ configuration: LoadedConfiguration) {
        self.init(read: { try configuration.with($0) })
    }
}
