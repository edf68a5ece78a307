import Foundation
import HostInterface
import OpenMetrics
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// The settings of the daemon itself, which a reload applies, or which wait for a restart.
@Suite("Settings of the daemon", .timeLimit(.minutes(2)))
struct DaemonSettingTests {
    /// A value of each setting that differs from the default value.
    private static let values = [
        "log.level": "debug", "audit.journal": "none", "control.socket": "/run/other", "control.timeoutStop": "7s",
        "control.connections": "77",
        "control.connectionsPerUser": "66", "control.connectionsReserved": "5", "control.backlog": "99",
        "control.messageSize": "2M", "control.messageDepth": "99", "control.timeoutMessage": "9s",
        "control.inputSizePerUser": "65M", "control.readAheadSize": "3K", "control.waitingCalls": "3",
        "control.unreadReplySize": "8K", "control.timeoutUnread": "8s", "control.timeoutIdle": "1h",
        "control.timeoutClose": "3s", "control.failpoints": "true", "control.roles.read": "['1']",
        "control.roles.operate": "['2']", "control.roles.administer": "['3']", "cluster.name": "north",
        "cluster.address": "north.example", "cluster.etcd.endpoints": "['http://127.0.0.1:1']",
        "cluster.etcd.prefix": "/other", "cluster.etcd.certificate": "/c.pem, key: /k.pem",
        "cluster.etcd.key": "/k.pem, certificate: /c.pem", "cluster.etcd.authority": "/a.pem",
        "cluster.etcd.user": "ada", "cluster.etcd.lease": "9s",
    ]

    /// The configuration file that sets one setting.
    private func file(_ key: String, _ value: String) -> String {
        let path = key.split(separator: ".")
        return path.dropLast().joined(separator: ": { ") + ": { \(path.last ?? ""): \(value)"
            + String(repeating: " }", count: path.count - 1) + "\n"
    }

    @Test("each takes effect with a reload, or keeps its value and is pending until a restart")
    func every() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            let initial = fixture.host.configuration
            let keys = initial.settings.map(\.key).filter { !$0.hasPrefix("plugins.") }
            // A new setting needs a value here, and in HostConfiguration.reloaded(as:) if it requires a restart.
            #expect(Set(keys) == Set(Self.values.keys))
            for (key, value) in Self.values {
                try await fixture.reload(tunedText() + file(key, value))
                let used = fixture.host.configuration
                let requiresRestart = key.hasPrefix("cluster.") || ["control.socket", "control.backlog"].contains(key)
                #expect((used.host == initial.host) == requiresRestart, "\(key)")
                #expect(used.pending.contains { $0.key == key } == requiresRestart, "\(key)")
                let shown = try #require(used.settings.first { $0.key == key })
                let old = try #require(initial.settings.first { $0.key == key })
                #expect(shown.hasValue(of: old) == requiresRestart, "\(key)")
            }
        }
    }

    @Test("that require a restart are named by ReadConfiguration, Describe, the status, the metrics and each plan")
    func pending() async throws {
        let text = "cluster: { name: south }\ncontrol: { backlog: 7 }\n" + tunedText()
        try await withReloadedHost(text) { fixture async throws in
            let host = try fixture.client()
            func settings() async throws -> [String: HostContract.Setting] {
                Dictionary(uniqueKeysWithValues: try await host.readConfiguration().settings.map { ($0.key, $0) })
            }
            func isListed(_ number: Int) async throws {
                #expect(try await host.planReload().plan.afterRestart.count == number)
                #expect(try await host.describe().pendingSettings?.count == number)
                let metrics = fixture.host.metrics.exposition(as: .openMetrics)
                #expect(metrics.contains("\ntrellis_settings_pending \(number)\n"))
            }
            try await isListed(0)
            #expect(try await !host.describe().status.contains("restart"))

            let new = "cluster: { name: north }\ncontrol: { backlog: 99, connections: 88 }\n" + tunedText()
            try await fixture.reload(new)
            try await isListed(2)
            #expect(try await host.describe().status.hasSuffix("; restart to apply control.backlog, cluster.name"))
            let used = try await settings()
            #expect(used["control.connections"]?.value == "88" && used["control.connections"]?.pending == nil)
            #expect(used["control.backlog"]?.value == "7")
            #expect(used["control.backlog"]?.location?.hasSuffix("trellis.yaml:2:21") == true)
            #expect(used["control.backlog"]?.pending?.value == "99")
            #expect(used["control.backlog"]?.pending?.source == .file)
            #expect(used["control.backlog"]?.pending?.location?.hasSuffix("trellis.yaml:2:21") == true)
            // The host keeps its name in the cluster.
            #expect(fixture.host.clusterHost(since: Date()).name == "south")

            // A command that enables a plugin does not apply them either.
            _ = try await fixture.host.setEnablement(of: "base", to: true, by: "ada", isDryRun: false)
            #expect(fixture.host.clusterHost(since: Date()).name == "south")
            try await isListed(2)

            try await fixture.reload(text)
            try await isListed(0)
            #expect(try await settings()["control.backlog"]?.pending == nil)
        }
    }

    @Test("without a value in the new configuration are pending with their default value")
    func defaultValue() async throws {
        try await withReloadedHost("control: { backlog: 7, socket: /run/s }\n" + tunedText()) { fixture async throws in
            try await fixture.reload(tunedText())
            let pending = fixture.host.configuration.pending.map { HostContract.Setting($0) }
            #expect(pending.map(\.key) == ["control.socket", "control.backlog"])
            #expect(pending.map(\.value) == [nil, "4096"])
            #expect(pending.map(\.source) == [.default, .default])
        }
    }
}

extension ReloadedHost {
    /// Serves `io.trellis.Host`, and returns a client.
    fileprivate func client() throws -> HostClient {
        let logger = host.logger
        try host.router.register(
            ControlInterface(
                host: host, audit: AuditLog(journal: logger, logger: logger),
                facts: ControlInterface.Facts(
                    started: Date(), configuration: nil, stateDirectory: "/", cacheDirectory: "/nonexistent"),
                logLevel: LogLevelControl(.info), log: LogRing(), logger: logger))
        return HostClient(LocalCaller(router: host.router))
    }
}
