/// A plugin that a program was built without, although other programs with the same configuration file have it.
///
/// A configuration that enables such a plugin is rejected with the reason, and a demo names the plugins that it lacks.
public struct AbsentPlugin: Sendable {
    /// The name in the configuration.
    public let name: String

    /// The reason and the remedy, as a clause, such as `the plugin needs the client of etcd, which only trellisd has`.
    public let reason: String

    /// Describes a plugin that the program was built without.
    ///
    /// - Parameters:
    ///   - name: The name in the configuration.
    ///   - reason: The reason and the remedy, as a clause.
    public init(_ name: String, because reason: String) {
        (self.name, self.reason) = (name, reason)
    }
}
