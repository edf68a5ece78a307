public import Foundation

/// A host of a cluster, as it describes itself.
public struct ClusterHost: Sendable, Equatable, Codable {
    /// The name of the host.
    public var name: String

    /// The address for SSH.
    public var address: String

    /// The start time of its daemon.
    public var since: Date

    /// The version of its daemon.
    public var version: String

    /// The plugins that run on it, by name.
    public var plugins: [String]

    /// Those of the plugins that run on one host at a time.
    public var holds: [String]

    /// Creates a description.
    public init(
        name: String, address: String, since: Date, version: String, plugins: [String] = [], holds: [String] = []
    ) {
        self.name = name
        self.address = address
        self.since = since
        self.version = version
        self.plugins = plugins
        self.holds = holds
    }
}
