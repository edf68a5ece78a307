import CoreMetrics
import Logging
import OpenMetrics
import ServiceLifecycle
import Synchronization
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Metrics of plugins", .timeLimit(.minutes(2)))
struct PluginMetricsTests {
    private struct Leak: Error, CustomStringConvertible { var description: String { "a pipe burst" } }

    /// Runs the sample plugins base, needy and lone.
    private func withHost(
        _ behaviour: Behaviour = Behaviour(), _ body: (PluginHost) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil,
                        options: [
                            "plugins.base.enabled=true", "plugins.lone.enabled=true", "plugins.lone.restartDelay=1ms",
                            "plugins.base.restartDelay=1ms",
                        ], registrations: PluginHostTests.registrations),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run { try await body(host) }
        }
    }

    private func value(of sample: String, _ host: PluginHost) -> String? {
        host.metrics.exposition(as: .openMetrics).split(separator: "\n")
            .first { $0.hasPrefix("\(sample) ") }.map { String($0.dropFirst(sample.utf8.count + 1)) }
    }

    @Test("the state of every plugin, also of a disabled one")
    func states() async throws {
        try await withHost { host in
            #expect(value(of: #"trellis_plugin_state{plugin="base",trellis_plugin_state="running"}"#, host) == "1")
            #expect(value(of: #"trellis_plugin_state{plugin="base",trellis_plugin_state="failed"}"#, host) == "0")
            #expect(value(of: #"trellis_plugin_state{plugin="needy",trellis_plugin_state="disabled"}"#, host) == "1")
            #expect(value(of: #"trellis_plugin_restarts_total{plugin="base"}"#, host) == "0")
            #expect(value(of: #"trellis_plugin_restarts_total{plugin="needy"}"#, host) == nil)
            #expect(value(of: #"trellis_plugin_scopes{plugin="base"}"#, host) == "2")
            try await host.stop("base")
            #expect(value(of: #"trellis_plugin_state{plugin="base",trellis_plugin_state="stopped"}"#, host) == "1")
            #expect(value(of: #"trellis_plugin_scopes{plugin="base"}"#, host) == nil)
        }
    }

    @Test("the restarts and the faults of a plugin")
    func restarts() async throws {
        let failures = Mutex(0)
        var behaviour = Behaviour()
        behaviour.runBase = {
            let isFirst = failures.withLock { failures in
                failures += 1
                return failures == 1
            }
            if isFirst { throw Leak() }
            try await gracefulShutdown()
        }
        try await withHost(behaviour) { host in
            let restarts = #"trellis_plugin_restarts_total{plugin="base"}"#
            var changes = host.statusChanged.changes(isInitiallySignaled: true).makeAsyncIterator()
            while !Task.isCancelled, value(of: restarts, host) != "1" { await changes.next() }
            #expect(value(of: #"trellis_plugin_faults_total{plugin="base",kind="failed"}"#, host) == "1")
            #expect(value(of: #"trellis_plugin_faults_total{plugin="base",kind="stalled"}"#, host) == "0")
            #expect(value(of: #"trellis_plugin_faults_total{plugin="lone",kind="failed"}"#, host) == "0")
        }
    }

    @Test("the metrics of a plugin have its name as a label, a prefix, and a description")
    func ownMetrics() {
        let registry = MetricRegistry()
        let (notes, films) = (PluginMetrics(of: "notes", in: registry), PluginMetrics(of: "films", in: registry))
        let added = notes.counter("entries", "Added entries.", labels: [("kind", "text")])
        added.increment(by: 2)
        notes.counter("entries", "Added entries.", labels: [("kind", "text")]).increment()
        films.counter("entries", "Added entries.").increment()
        notes.gauge("queue_bytes", "Waiting bytes.").set(12)
        notes.timer("import", "Durations of imports.").recordMilliseconds(3)
        let text = registry.exposition(as: .openMetrics)
        #expect(
            text.hasPrefix(
                """
                # TYPE trellis_entries counter
                # HELP trellis_entries Added entries.
                trellis_entries_total{kind="text",plugin="notes"} 3
                trellis_entries_total{plugin="films"} 1
                # TYPE trellis_import_seconds histogram
                # UNIT trellis_import_seconds seconds
                # HELP trellis_import_seconds Durations of imports.

                """))
        #expect(text.contains("trellis_import_seconds_count{plugin=\"notes\"} 1\n"))
        #expect(text.contains("trellis_queue_bytes{plugin=\"notes\"} 12.0\n"))
    }
}
