import Foundation
import Glibc
import HostInterface
import Logging
import SystemPackage
import Trellis

/// The implementation of `io.trellis.Host`.
struct ControlInterface: HostService {
    /// The properties that do not change while the daemon runs.
    struct Facts: Sendable {
        /// The time at which the daemon started.
        var started: Date

        /// The configuration file, if any.
        var configuration: String?

        /// The state directory.
        var stateDirectory: String

        /// The cache directory.
        var cacheDirectory: FilePath
    }

    let host: PluginHost
    let audit: AuditLog
    let facts: Facts

    /// The start time of the daemon in the form of the contract.
    var startTime: String { facts.started.rfc3339WithMilliseconds }

    /// The log levels.
    let logLevel: LogLevelControl

    /// The newest entries of the log.
    let log: LogRing

    /// Logs changes of the log levels.
    let logger: Logger

    init(
        host: PluginHost, audit: AuditLog, facts: Facts, logLevel: LogLevelControl, log: LogRing, logger: Logger
    ) {
        self.host = host
        self.audit = audit
        self.facts = facts
        self.logLevel = logLevel
        self.log = log
        self.logger = logger
    }

    func describe(context: CallContext) async throws -> HostContract.DescribeReply {
        await host.checkHealth(within: Self.healthLimit)
        return HostContract.DescribeReply(
            version: Release.version,
            pid: Int(getpid()),
            started: startTime,
            status: host.summary(with: audit),
            configuration: facts.configuration,
            stateDirectory: facts.stateDirectory,
            running: host.count.running,
            enabled: host.count.enabled,
            problems: host.problems(with: audit), pendingSettings: host.configuration.pending.map(\.key))
    }

    /// The time for which the description of the daemon and a list wait for health checks: 500 ms.
    ///
    /// Every command of `trellisctl` for a plugin, and every completion, begins with a list.
    private static let healthLimit = Duration.milliseconds(500)

    func listPlugins(
        replies: ReplyWriter<HostContract.ListPluginsReply>, context: CallContext
    ) async throws -> HostContract.ListPluginsReply {
        let plugins = await host.plugins(within: Self.healthLimit).map { HostContract.ListPluginsReply(plugin: $0) }
        return try await replies.send(contentsOf: plugins) ?? HostContract.ListPluginsReply(plugin: nil)
    }

    func listScopes(
        plugin: String?, format: HostContract.GraphFormat?, replies: ReplyWriter<HostContract.ListScopesReply>,
        context: CallContext
    ) async throws -> HostContract.ListScopesReply {
        let scopes = try host.graphs(of: plugin, in: format ?? .text).map {
            HostContract.ListScopesReply(plugin: $0.plugin, graph: $0.text)
        }
        return try await replies.send(contentsOf: scopes) ?? HostContract.ListScopesReply()
    }
}
