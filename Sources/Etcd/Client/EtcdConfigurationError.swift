/// A configuration that no client can be created from.
public struct EtcdConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The description of the fault.
    public var description: String
}
