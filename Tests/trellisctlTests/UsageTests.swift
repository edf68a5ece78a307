import HostInterface
import OpenMetrics
import Testing
import Varlink

@testable import trellisctl

@Suite("The use of the daemon, from its metrics", .timeLimit(.minutes(2)))
struct UsageTests {
    private let start = ContinuousClock.now

    private func snapshot(_ metrics: [HostContract.Metric], after seconds: Int = 0) -> UsageSnapshot {
        UsageSnapshot(metrics, at: start + .seconds(seconds))
    }

    private func plugin(
        _ name: String, _ state: HostContract.PluginState, enabledBy user: String? = nil
    ) -> HostContract.Plugin {
        .init(
            name: name, version: "1", summary: "", state: state, since: "", interfaces: [],
            override: user.map { .init(enabled: true, user: $0, since: "") })
    }

    private func calls(_ plugin: String, _ outcome: String, _ value: Double) -> HostContract.Metric {
        .init(name: "trellis_calls", labels: ["plugin": plugin, "method": "M", "outcome": outcome], value: value)
    }

    private func processor(_ plugin: String, _ value: Double) -> HostContract.Metric {
        .init(name: "trellis_plugin_processor_seconds", labels: ["plugin": plugin], value: value)
    }

    @Test("evaluates the numbers and histograms of the daemon, and ignores malformed ones")
    func metrics() throws {
        func durations(_ counts: [Int]) -> HostContract.Metric {
            .init(
                name: "trellis_call_duration_seconds", labels: ["plugin": "a", "method": "M"], bounds: [0.1, 0.2],
                counts: counts, sum: 1)
        }
        let first = snapshot([
            calls("a", "ok", 100), calls("a", "error", 4), processor("a", 2), durations([100, 0, 0]),
        ])
        let last = snapshot(
            [
                calls("a", "ok", 120), calls("a", "error", 8), processor("a", 3), durations([100, 50, 0]),
                durations([1]), .init(name: "trellis_connections", labels: [:], value: 7),
            ], after: 2)
        let usage = Usage(last, since: first, of: [])
        #expect(usage.connections == 7)
        let rates = try #require(usage.plugins.first).rates
        #expect((rates.calls, rates.failedCalls, rates.processors) == (12, 2, 0.5))
        #expect(abs(try #require(rates.median) - 0.15) < 0.001)
    }

    @Test("plugins that need attention are first, then those with the most processor time; disabled ones are hidden")
    func order() {
        let names = ["idle", "busy", "broken", "off"]
        let first = snapshot(names.map { processor($0, 0) })
        let last = snapshot(
            [processor("idle", 0.1), processor("busy", 0.8), processor("broken", 0), processor("off", 0)], after: 1)
        let usage = Usage(
            last, since: first,
            of: [
                plugin("idle", .running), plugin("busy", .running), plugin("broken", .degraded),
                plugin("off", .disabled), plugin("new", .running),
            ])
        #expect(usage.plugins.map(\.name) == ["broken", "busy", "idle", "new"])
    }

    @Test("the state names the operator who enabled a plugin")
    func override() throws {
        let usage = Usage(
            snapshot([], after: 1), since: snapshot([]), of: [plugin("a", .running, enabledBy: "ada")])
        #expect(UsageTable.lines(usage, columns: 100).last?.contains(" running (enabled by ada) ") == true)
        #expect(UsageTable.object(try #require(usage.plugins.first))["enabledBy"]?.stringValue == "ada")
    }

    @Test("numbers beyond the range of integers are limited")
    func limits() {
        func durations(_ method: String, _ count: Int) -> HostContract.Metric {
            .init(
                name: "trellis_call_duration_seconds", labels: ["plugin": "a", "method": method],
                bounds: [1e300, 2e300], counts: [count, count, count], sum: 1)
        }
        let first = snapshot([durations("M", .min), durations("N", .min), processor("a", 0)])
        let last = snapshot(
            [
                calls("a", "ok", 1.7e308), calls("a", "error", 1.7e308), processor("a", 1e308), durations("M", .max),
                durations("N", .max), .init(name: "trellis_streams", labels: ["plugin": "a"], value: 1e300),
                .init(name: "process_cpu_seconds", labels: [:], value: 1e308),
            ], after: 1)
        let usage = Usage(last, since: first, of: [])
        let lines = UsageTable.lines(usage, columns: nil)
        #expect(lines.count == 3)
        #expect(lines.last?.contains(" \(Int.max) ") == true)
        #expect(usage.plugins.map(\.rates.streams) == [.max])
    }

    @Test("the lines fit 80 columns and the rows of the terminal")
    func size() {
        let names = (0..<50).map { "a-plugin-with-a-long-name-\($0)" }
        let metrics = names.flatMap { [processor($0, 1_000), calls($0, "ok", 1e9)] }
        let states = names.map { plugin($0, .quarantined, enabledBy: "ada") }
        let lines = UsageTable.lines(
            Usage(snapshot(metrics, after: 1), since: snapshot([]), of: states), columns: 80, rows: 24)
        #expect(lines.count == 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.last == "and 29 more")
    }
}

@Suite("trellisctl top", .timeLimit(.minutes(2)))
struct TopCommandTests {
    @Test("top prints a table for each interval when the output is not a terminal")
    func table() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["top", "--count", "2"], variables: daemon.variables)
            #expect(result.status == 0, "\(result.error)")
            let tables = result.output.split(separator: "\n\n")
            #expect(tables.count == 2)
            let lines = try #require(tables.last).split(separator: "\n")
            #expect(lines[0].hasPrefix("trellisd: "))
            #expect(lines[0].hasSuffix(" % CPU, 42.0 MiB, 1 connection"))
            #expect(lines[1].split(separator: " ").first == "PLUGIN")
            #expect(lines.dropFirst(2).map { $0.prefix { $0 != " " } } == ["sample", "status", "trellisd"])
            #expect(lines[2].contains(" running "))
        }
    }

    @Test("top prints JSON objects with rates per second")
    func json() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["top", "--json", "--count", "1"], variables: daemon.variables)
            let objects = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(objects.map { $0["plugin"]?.stringValue } == ["sample", "status", "trellisd"])
            let sample = try #require(objects.first)
            #expect(sample["state"]?.stringValue == "running")
            #expect(sample["streams"]?.integerValue == 3)
            #expect(sample["scopes"]?.integerValue == 2)
            #expect(try #require(sample["calls"]?.doubleValue) > 0)
            #expect(sample["percentile99"]?.doubleValue.map { $0 > 0.001 && $0 < 0.004 } == true)
            #expect(objects.dropFirst().first?["median"] == .null)
        }
    }
}
