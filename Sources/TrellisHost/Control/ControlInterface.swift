import Foundation
import Glibc
import HostInterface
import Trellis

/// The commands of `io.trellis.Host`.
struct ControlInterface: HostService {
    /// What does not change while the daemon runs.
    struct Facts: Sendable {
        /// When it started.
        var started: Date

        /// The configuration file, if there is one.
        var configuration: String?

        /// Where it keeps what must not be lost.
        var stateDirectory: String
    }

    private let host: PluginHost
    private let facts: Facts

    init(host: PluginHost, facts: Facts) {
        self.host = host
        self.facts = facts
    }

    func describe(context: CallContext) async throws -> HostContract.DescribeReply {
        HostContract.DescribeReply(
            version: Host.version,
            pid: Int(getpid()),
            started: facts.started.rfc3339WithMilliseconds,
            status: host.summary,
            configuration: facts.configuration,
            stateDirectory: facts.stateDirectory,
            running: host.count.running,
            enabled: host.count.enabled)
    }

    func listPlugins(
        replies: ReplyWriter<HostContract.ListPluginsReply>, context: CallContext
    ) async throws -> HostContract.ListPluginsReply {
        let plugins = await host.plugins().map { HostContract.ListPluginsReply(plugin: $0) }
        return try await replies.send(contentsOf: plugins) ?? HostContract.ListPluginsReply(plugin: nil)
    }
}
