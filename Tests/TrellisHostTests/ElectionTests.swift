import Foundation
import Synchronization
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The election of a host for a plugin", .timeLimit(.minutes(2)))
struct ElectionTests {
    @Test("the loss and the return of the cluster are logged once each, with their message identifiers")
    func problems() async throws {
        try await withTemporaryFolder { folder in
            let (log, cluster) = (LogRecorder(level: .notice), ScriptedCluster())
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: ["cluster.name=web1"], registrations: PluginHostTests.registrations),
                environment: environment, router: .host(logger: environment.logger("trellis")), overridesFile: nil,
                cluster: cluster, adjusting: { _, _ in })
            let available = "the cluster responds again"
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await host.watchCluster() }
                for problem in ["etcd does not respond", "another machine is registered as web1", nil] {
                    cluster.problem = problem
                    _ = try await log.wait(for: problem ?? available)
                }
                group.cancelAll()
            }
            #expect(
                log.lines.map { String($0.split(separator: " ").filter { $0.hasPrefix("messageID=") }.joined()) } == [
                    "messageID=\(HostEvent.clusterUnavailable.rawValue)",
                    "messageID=\(HostEvent.clusterUnavailable.rawValue)",
                    "messageID=\(HostEvent.clusterAvailable.rawValue)",
                ])
        }
    }

    @Test("a life that is still closing keeps the token of its own election when the host is elected again")
    func token() async throws {
        try await withTemporaryFolder { folder in
            let (behaviour, cluster) = (Behaviour(), ScriptedCluster())
            let recorder = behaviour.recorder
            let environment = HostEnvironment.test(in: folder)
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil,
                        options: ["plugins.writer.placement=single", "cluster.etcd.endpoints=http://127.0.0.1:1"],
                        registrations: [PluginRegistration(WriterPlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")), overridesFile: nil,
                    cluster: cluster, adjusting: { _, _ in })
            }
            try await host.run {
                await cluster.stood.wait()
                cluster.report(.elected(FencingToken(key: "placement/writer/1", revision: 1)))
                await recorder.wait(for: "opens with 1")
                cluster.report(.lost(because: "etcd does not respond"))
                await recorder.wait(for: "closes with 1")
                cluster.report(.elected(FencingToken(key: "placement/writer/2", revision: 2)))
                // The loop has handled the election.
                try await host.loop.send(.reloadEnded(sparing: []))
                recorder.note("write")
                await recorder.wait(for: "opens with 2")
                #expect(recorder.events.contains("writes with 1"))
            }
        }
    }
}

/// A cluster whose elections and problems a test decides.
private final class ScriptedCluster: Cluster {
    /// Signaled when the host has stood as a candidate.
    let stood = OneShotEvent()

    let problemChanged = ChangeSignal()
    private let currentProblem = Mutex<String?>(nil)
    var problem: String? {
        get { currentProblem.withLock(\.self) }
        set {
            currentProblem.withLock { $0 = newValue }
            problemChanged.signal()
        }
    }

    private let reports = Mutex<[@Sendable (CandidacyEvent) -> Void]>([])

    /// Reports an event of the candidacy.
    func report(_ event: CandidacyEvent) { for report in reports.withLock(\.self) { report(event) } }

    func run(describing describe: @escaping @Sendable () -> ClusterHost, after changes: AsyncStream<Void>) async {}

    func stand(for plugin: String, reporting report: @escaping @Sendable (CandidacyEvent) -> Void) async {
        reports.withLock { $0.append(report) }
        stood.signal()
        // Until the task is cancelled.
        await OneShotEvent().wait()
    }

    func hosts() async throws(ClusterUnavailable) -> [ClusterHost] { [] }
}

/// A plugin that writes with the token of its election until its end.
private struct WriterPlugin: Plugin {
    static let manifest = PluginManifest(name: "writer", version: "1.0.0", summary: "Writes.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let behaviour = Behaviour.current
        blueprint.provide(value: behaviour)
        blueprint.provide(Writer.init(behaviour:plugin:))
    }
}

private struct Writer: Closable {
    let behaviour: Behaviour
    let plugin: PluginEnvironment

    init(behaviour: Behaviour, plugin: PluginEnvironment) {
        (self.behaviour, self.plugin) = (behaviour, plugin)
        note("opens")
    }

    func close() async throws {
        note("closes")
        await behaviour.recorder.wait(for: "write")
        note("writes")
    }

    private func note(_ verb: String) {
        behaviour.recorder.note("\(verb) with \(plugin.fencingToken.map { "\($0.revision)" } ?? "nothing")")
    }
}
