public import Trellis

/// The hosts of a cluster, as this host sees them.
///
/// A program supplies the implementation to ``Host/main(_:program:plugins:absent:checking:files:cluster:root:)``; TrellisHost has none.
public protocol Cluster: Sendable {
    /// Declares the instances of the cluster that all plugins can depend on. Default: none.
    ///
    /// - Parameter root: The blueprint of the root scope.
    func declareRoot(_ root: inout Blueprint)

    /// Connects to the cluster, and registers this host until the task is cancelled.
    ///
    /// The function connects again after every failure. Before it returns, it removes the registration if the cluster responds.
    ///
    /// - Parameters:
    ///   - describe: Describes this host.
    ///   - changes: Yields when the description may have changed.
    func run(describing describe: @escaping @Sendable () -> ClusterHost, after changes: AsyncStream<Void>) async

    /// Stands as a candidate for running a plugin on this host, until the task is cancelled.
    ///
    /// A candidate that is not elected, or that has lost an election, stands again by itself. Before the function returns, it
    /// withdraws, so that another host can take the plugin over at once.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - report: Receives the events of the candidacy, in order.
    func stand(for plugin: String, reporting report: @escaping @Sendable (CandidacyEvent) -> Void) async

    /// Returns the registered hosts, by name.
    ///
    /// - Throws: ``ClusterUnavailable`` when the cluster does not respond.
    func hosts() async throws(ClusterUnavailable) -> [ClusterHost]

    /// The reason why the cluster is unavailable, with the remedy, in one line; nil while it responds.
    var problem: String? { get }

    /// Signals every change of ``problem``.
    var problemChanged: ChangeSignal { get }
}

extension Cluster {
    /// The default implementation, which declares nothing.
    public func declareRoot(_ root: inout Blueprint) {}
}

/// The cluster does not respond.
public struct ClusterUnavailable: Error, Sendable, CustomStringConvertible {
    /// The reason, with the remedy, in one line.
    public let description: String

    /// Creates the error.
    /// - Parameter reason: The reason, with the remedy, in one line.
    public init(because reason: String) { description = reason }
}
