/// The access of a host to the configuration of its daemon, for reloads.
struct ConfigurationSource: Sendable {
    /// Reads and validates the configuration again, with the overrides of operators.
    var read: @Sendable (OperatorOverrides) throws -> LoadedConfiguration

    /// Puts the settings of the daemon into effect; those that require a restart have not changed.
    var apply: @Sendable (HostConfiguration) -> Void = { _ in }
}

extension ConfigurationSource {
    /// Creates a source that always returns the same configuration.
    init(_ configuration: LoadedConfiguration) {
        self.init(read: { try configuration.with($0) })
    }
}
