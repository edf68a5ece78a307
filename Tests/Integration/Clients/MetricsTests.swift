import Foundation
import FoundationNetworking
import Glibc
import Subprocess
import Synchronization
import SystemPackage
import Testing
import Varlink

/// The metrics of the daemon, as Debian's Prometheus reads them.
@Suite("Metrics and Prometheus", .runsPrograms, .timeLimit(.minutes(10)))
struct MetricsTests {
    /// The folder into which `make test` unpacks Debian's package prometheus.
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../../.build/prometheus/usr/bin").standardizedFileURL

    private static let rules = URL(filePath: #filePath)
        .appending(path: "../../../../etc/monitoring").standardizedFileURL

    private static let isUnpacked = FileManager.default.isExecutableFile(
        atPath: folder.appending(path: "prometheus").path)

    private static let configuration = """
        plugins:
          items:
          movies:
          metrics: { listen: ["127.0.0.1:0"] }

        """

    private func promtool(_ words: String...) async throws -> CommandResult {
        try await Workplace.run(Self.folder.appending(path: "promtool").path, words)
    }

    /// Starts the daemon, calls it, and passes the address of its metrics on.
    private func withMetrics(_ body: @Sendable (Workplace, String) async throws -> Void) async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                #expect(try await workplace.trellisctl("items", "add", "Tea", "2").status == 0)
                #expect(try await workplace.trellisctl("items", "get", "nothing").status != 0)
                let list = try await workplace.trellisctl("plugin", "list", "--json").output
                let status = try list.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
                    .first { $0["name"]?.stringValue == "metrics" }?["status"]?.stringValue
                let address = try #require(status).dropFirst("listening on ".count)
                try await body(workplace, String(address))
            }
        }
    }

    private func metrics(at address: String, accepting type: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: "http://\(address)/metrics")))
        request.setValue(type, forHTTPHeaderField: "Accept")
        return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }

    @Test(
        "Prometheus scrapes the daemon; every expression of the rules and the dashboard names existing metrics",
        .enabled(if: isUnpacked, "needs Debian's package prometheus"))
    func scrape() async throws {
        try await withMetrics { workplace, address in
            try workplace.write(
                """
                global: { scrape_interval: 1s, scrape_timeout: 1s }
                rule_files: ["\(Self.rules.appending(path: "alerts.yml").path)"]
                scrape_configs:
                  - job_name: trellis
                    static_configs: [{ targets: ["\(address)"] }]

                """, to: "prometheus.yml")
            try await withPrometheus(in: workplace) { prometheus in
                let calls = #"trellis_calls_total{method="io.trellis.Items.Add",outcome="ok",plugin="items"}"#
                #expect(try await prometheus.value(of: calls) == "1")
                let failed = #"trellis_calls_total{method="io.trellis.Items.Get",outcome="error"}"#
                #expect(try await prometheus.value(of: failed) == "1")
                #expect(try await prometheus.value(of: #"up{job="trellis"} == 1"#) == "1")
                let running = #"trellis_plugin_state{plugin="items",trellis_plugin_state="running"}"#
                #expect(try await prometheus.value(of: running) == "1")
                let text = try await metrics(at: address, accepting: "application/openmetrics-text")
                for name in try metricNames() {
                    #expect(text.contains("\n\(name)"), "the daemon has no metric \(name)")
                }
            }
        }
    }

    @Test(
        "promtool finds nothing to correct in the metrics and the rules",
        .enabled(if: isUnpacked, "needs Debian's package prometheus"))
    func promtool() async throws {
        let rules = try await promtool("check", "rules", Self.rules.appending(path: "alerts.yml").path)
        #expect(rules.status == 0, "\(rules.output) \(rules.error)")
        try await withMetrics { workplace, address in
            try workplace.write(try await metrics(at: address, accepting: "text/plain"), to: "metrics")
            let checked = try await workplace.shell(
                "'\(Self.folder.appending(path: "promtool").path)' check metrics < \"$FOLDER/metrics\"")
            #expect(checked.output + checked.error == "")
            #expect(checked.status == 0)
        }
    }

    @Test("a reload of the plugin refuses no connection, and a changed address is used after it")
    func reload() async throws {
        @Sendable func configuration(_ address: String, stallLimit: Int) -> String {
            "plugins:\n  metrics: { listen: ['\(address)'], stallLimit: \(stallLimit), confirmHealth: 0 }\n"
        }
        let load = Load()
        let (first, second) = ("127.0.0.1:\(try Port.unused())", "127.0.0.1:\(try Port.unused())")
        try await Workplace.with(configuration: configuration(first, stallLimit: 30)) { workplace in
            try await workplace.withDaemon { _ in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            // Each request has a connection of its own.
                            while !load.isOver {
                                let session = URLSession(configuration: .ephemeral)
                                defer { session.finishTasksAndInvalidate() }
                                let url = try #require(URL(string: "http://\(first)/metrics"))
                                let (_, response) = try await session.data(from: url)
                                #expect((response as? HTTPURLResponse)?.statusCode == 200)
                            }
                        }
                    }
                    for limit in 31..<41 {
                        try workplace.write(configuration(first, stallLimit: limit), to: "trellis.yaml")
                        let reloaded = try await workplace.trellisctl("reload")
                        #expect(
                            reloaded.output.contains("metrics: reconfigured"), "\(reloaded.output)\(reloaded.error)")
                    }
                    load.end()
                    try await group.waitForAll()
                }
                try workplace.write(configuration(second, stallLimit: 40), to: "trellis.yaml")
                let reloaded = try await workplace.trellisctl("reload")
                #expect(reloaded.output.contains("metrics: restarted"), "\(reloaded.output)\(reloaded.error)")
                #expect(try await metrics(at: second, accepting: "text/plain").contains("trellis_build_info"))
                await #expect(throws: URLError.self) { try await metrics(at: first, accepting: "text/plain") }
            }
        }
    }

    /// The metrics in the expressions of the rules and the dashboard.
    private func metricNames() throws -> Set<String> {
        var names: Set<String> = []
        for file in ["alerts.yml", "dashboard.json"] {
            let text = try String(contentsOf: Self.rules.appending(path: file), encoding: .utf8)
            for expression in text.split(separator: "\n")
            where expression.contains("expr") || expression.contains("rate(") {
                for match in expression.matches(of: /\b(trellis|process)_[a-z_]+/) {
                    names.insert(String(match.output.0))
                }
            }
        }
        // The label of the state has the name of the metric.
        #expect(names.count > 20)
        return names
    }
}

/// A running Prometheus.
private struct Prometheus {
    let address: String

    /// Waits until a query has a result, and returns the value of its only time series.
    func value(of query: String) async throws -> String? {
        var components = try #require(URLComponents(string: "http://\(address)/api/v1/query"))
        components.queryItems = [URLQueryItem(name: "query", value: query)]
        let url = try #require(components.url)
        // Prometheus has no event for a scrape, so the query is repeated.
        while true {
            // It answers 'Service Unavailable' while it starts.
            if let data = try? await URLSession.shared.data(from: url).0,
                let reply = try? JSONValue(parsing: String(decoding: data, as: UTF8.self))
            {
                if let result = reply["data"]?["result"]?.arrayValue, result.count == 1 {
                    return result[0]["value"]?.arrayValue?.last?.stringValue
                }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

extension MetricsTests {
    /// Runs Prometheus with the file `prometheus.yml` of a workplace.
    private func withPrometheus(in workplace: Workplace, _ body: @Sendable (Prometheus) async throws -> Void)
        async throws
    {
        let address = "127.0.0.1:\(try Port.unused())"
        let arguments = [
            "--config.file=\(workplace.path("prometheus.yml"))", "--storage.tsdb.path=\(workplace.path("tsdb"))",
            "--web.listen-address=\(address)", "--log.level=error",
        ]
        _ = try await run(
            .path(FilePath(Self.folder.appending(path: "prometheus").path)), arguments: Arguments(arguments),
            input: .none, output: .discarded, error: .discarded
        ) { execution in
            try await body(Prometheus(address: address))
            try execution.send(signal: .terminate)
        }
    }
}

/// A load of several tasks, which end after their present request.
private final class Load: Sendable {
    private let state = Mutex(false)

    var isOver: Bool { state.withLock(\.self) }

    func end() { state.withLock { $0 = true } }
}
