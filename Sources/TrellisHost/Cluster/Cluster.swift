public import Foundation
import HostSupport
import Synchronization
public import Trellis

/// The hosts of a cluster, as this host sees them.
///
/// A program supplies the implementation to ``Host/runProcess(_:program:plugins:absent:checking:files:cluster:root:)``; TrellisHost has none.
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

/// A candidacy of this host for running a plugin.
final class Candidacy: Sendable {
    private let plugin: String
    private let cluster: any Cluster
    private let previousEnded: OneShotEvent?
    private let report: @Sendable (CandidacyEvent) -> Void
    private let withdrawn = OneShotEvent()
    private let ended = OneShotEvent()

    /// Creates a candidacy that has not begun.
    ///
    /// - Parameters:
    ///   - plugin: The name of the plugin.
    ///   - cluster: The cluster.
    ///   - previous: The previous candidacy for the plugin, which ends first, if there was one.
    ///   - report: Receives the events.
    init(
        for plugin: String, in cluster: any Cluster, after previous: Candidacy?,
        reporting report: @escaping @Sendable (CandidacyEvent) -> Void
    ) {
        (self.plugin, self.cluster, self.report) = (plugin, cluster, report)
        previousEnded = previous?.ended
    }

    /// Stands as a candidate until ``withdraw()`` is called or the task is cancelled.
    func stand() async {
        defer { ended.signal() }
        await previousEnded?.waitIgnoringCancellation()
        // The cancellation is the only error.
        try? await withCancellation(when: withdrawn) { [cluster, plugin, report] in
            await cluster.stand(for: plugin, reporting: report)
        }
    }

    /// Ends the candidacy.
    func withdraw() { withdrawn.signal() }
}

/// The tokens of the last elections of this host, by plugin.
final class FencingTokens: Sendable {
    private let tokens = Mutex<[Supervision.Index: FencingToken]>([:])

    /// The token of the last election for a plugin that this host has won.
    func token(of plugin: Supervision.Index) -> FencingToken? { tokens.withLock { $0[plugin] } }

    /// Sets the token, before the resulting life begins; nil after the candidacy has ended.
    func set(_ token: FencingToken?, of plugin: Supervision.Index) { tokens.withLock { $0[plugin] = token } }
}
