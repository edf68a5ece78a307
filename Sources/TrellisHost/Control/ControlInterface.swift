import Foundation
import Glibc
import HostInterface
import HostSupport
import Logging
import OpenMetrics
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

extension ControlInterface {
    func listHosts(
        replies: ReplyWriter<HostContract.ListHostsReply>, context: CallContext
    ) async throws -> HostContract.ListHostsReply {
        let (hosts, problem) = await host.clusterHosts(since: facts.started)
        let listed = hosts.map { HostContract.ListHostsReply(host: HostContract.ClusterHost($0), problem: problem) }
        let own = HostContract.ClusterHost(host.clusterHost(since: facts.started))
        return try await replies.send(contentsOf: listed) ?? HostContract.ListHostsReply(host: own, problem: nil)
    }
}

extension HostContract.ClusterHost {
    /// Creates the form of the contract.
    fileprivate init(_ host: ClusterHost) {
        self.init(
            name: host.name, address: host.address, since: host.since.rfc3339WithMilliseconds, version: host.version,
            plugins: host.plugins, holds: host.holds)
    }
}

extension ControlInterface {
    func releasePlugin(
        plugin: String, dryRun: Bool?, context: CallContext
    ) async throws -> HostContract.ReleasePluginReply {
        HostContract.ReleasePluginReply(plugins: try await host.release(plugin, isDryRun: dryRun ?? false))
    }
}

extension ControlInterface {
    func readMetrics(
        names: [String]?, replies: ReplyWriter<HostContract.ReadMetricsReply>, context: CallContext
    ) async throws -> HostContract.ReadMetricsReply {
        let samples = host.metrics.samples(of: names.map(Set.init))
        let metrics = samples.map { HostContract.ReadMetricsReply(metric: HostContract.Metric($0)) }
        return try await replies.send(contentsOf: metrics) ?? HostContract.ReadMetricsReply(metric: nil)
    }
}

extension HostContract.Metric {
    fileprivate init(_ sample: MetricSample) {
        self.init(name: sample.family.name, labels: sample.labels)
        switch sample.value {
        case .integer(let number): value = Double(number)
        // JSON has neither infinity nor NaN.
        case .number(let number): value = number.isFinite ? number : nil
        case .state(let current, of: _): state = current
        case .histogram(let histogram):
            (bounds, counts, sum) = (histogram.bounds, histogram.counts, histogram.sum)
        case .info: break
        }
    }
}

/// The methods of `io.trellis.Host` for failpoints.
extension ControlInterface {
    private var failpoints: Failpoints {
        get throws {
            guard host.configuration.host.control.failpoints else { throw HostError.failpointsDisabled }
            return host.failpoints
        }
    }

    func listFailpoints(
        replies: ReplyWriter<HostContract.ListFailpointsReply>, context: CallContext
    ) async throws -> HostContract.ListFailpointsReply {
        let points = try failpoints.all.map { point in
            let (terms, hits) = point.status
            return HostContract.ListFailpointsReply(
                failpoint: .init(name: point.name, terms: terms.map(String.init(describing:)), hits: hits))
        }
        return try await replies.send(contentsOf: points) ?? HostContract.ListFailpointsReply()
    }

    func inject(failpoint: String, terms: String, context: CallContext) async throws -> HostContract.InjectReply {
        let failpoints = try failpoints
        let parsed: FailpointTerms
        do throws(FailpointSyntaxError) {
            parsed = try FailpointTerms(parsing: terms)
        } catch {
            throw HostError.invalidFailpointTerms(column: error.column, message: error.message)
        }
        do throws(Failpoints.Unknown) {
            try failpoints.inject(parsed, at: failpoint)
        } catch {
            throw HostError.noSuchFailpoint(failpoint: error.name, suggestion: error.suggestion)
        }
        logger.log(
            .failpointChanged, "the terms of the failpoint \(failpoint) were set",
            metadata: ["failpoint": "\(failpoint)", "terms": "\(parsed)"])
        return HostContract.InjectReply()
    }
}
