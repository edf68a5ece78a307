import CoreMetrics
import Testing

@testable import OpenMetrics

@Suite("The use of plugins, from the metrics of the daemon", .timeLimit(.minutes(2)))
struct UsageSnapshotTests {
    private typealias Metric = (name: String, labels: [String: String], value: MetricValue)

    private let start = ContinuousClock.now

    private func snapshot(_ metrics: [Metric]) -> UsageSnapshot {
        metrics.reduce(into: UsageSnapshot(at: start)) { $0.add($1.name, labels: $1.labels, $1.value) }
    }

    private func rates(_ last: [Metric], since first: [Metric], seconds: Double) throws -> UsageRates {
        let (last, first) = (snapshot(last), snapshot(first))
        return try #require(last.plugins["a"]).rates(since: first.plugins["a"], seconds: seconds)
    }

    private func calls(_ outcome: String, _ value: Double) -> Metric {
        ("trellis_calls", ["plugin": "a", "method": "M", "outcome": outcome], .number(value))
    }

    private func processor(_ value: Double) -> Metric {
        ("trellis_plugin_processor_seconds", ["plugin": "a"], .number(value))
    }

    private func durations(_ method: String, _ counts: [Int], of plugin: String = "a") -> Metric {
        (
            "trellis_call_duration_seconds", ["plugin": plugin, "method": method],
            .histogram(HistogramValue(bounds: [0.1, 0.2], counts: counts, sum: 1))
        )
    }

    @Test("rates are those of the interval")
    func rates() throws {
        let rates = try rates(
            [calls("ok", 120), calls("error", 8), processor(3)],
            since: [calls("ok", 100), calls("error", 4), processor(2)], seconds: 2)
        #expect(rates.calls == 12)
        #expect(rates.failedCalls == 2)
        #expect(rates.processors == 0.5)
    }

    @Test("counters of a daemon that was restarted begin at zero")
    func restart() throws {
        let rates = try rates(
            [calls("ok", 6), processor(1), durations("M", [0, 6, 0])],
            since: [calls("ok", 100), processor(2), durations("M", [100, 0, 0])], seconds: 2)
        #expect(rates.calls == 3)
        #expect(rates.processors == 0.5)
        #expect(abs(try #require(rates.median) - 0.15) < 0.001)
    }

    @Test("percentiles are those of the calls in the interval, over all methods")
    func percentiles() throws {
        let first = [durations("M", [1_000, 0, 0]), durations("N", [0, 0, 0])]
        let last = [durations("M", [1_000, 50, 0]), durations("N", [0, 50, 0])]
        let rates = try rates(last, since: first, seconds: 1)
        #expect(abs(try #require(rates.median) - 0.15) < 0.001)
        #expect(abs(try #require(rates.percentile90) - 0.19) < 0.001)
        #expect(abs(try #require(rates.percentile99) - 0.199) < 0.001)
        #expect(try self.rates(last, since: last, seconds: 1).median == nil)
    }

    @Test("the total has the calls, the durations and the streams of all plugins")
    func total() throws {
        let last = snapshot([
            calls("ok", 10), ("trellis_calls", ["plugin": "b", "outcome": "error"], .integer(4)),
            ("trellis_streams", ["plugin": "a", "method": "M"], .integer(1)),
            ("trellis_streams", ["plugin": "b", "method": "M"], .integer(2)),
            durations("M", [10, 0, 0]), durations("M", [0, 10, 0], of: "b"),
        ])
        let rates = last.total.rates(since: UsageSnapshot(at: start).total, seconds: 2)
        #expect((rates.calls, rates.failedCalls, rates.streams) == (7, 2, 3))
        #expect(rates.median == 0.1)
        #expect(rates.scopes == nil)
    }

    @Test("sums beyond the range of integers are limited")
    func limits() throws {
        func metrics(of plugin: String, _ count: Int, _ number: Double) -> [Metric] {
            [
                ("trellis_streams", ["plugin": plugin, "method": "M"], .number(number)),
                ("trellis_streams", ["plugin": plugin, "method": "N"], .number(number)),
                ("trellis_plugin_scopes", ["plugin": plugin], .number(number)),
                durations("M", [count, count, count], of: plugin), durations("N", [count, count, count], of: plugin),
            ]
        }
        let last = snapshot(metrics(of: "a", .max, 1e30) + metrics(of: "b", .max, 1e30)).total
        let first = snapshot(metrics(of: "a", .min, -1e30) + metrics(of: "b", .min, -1e30)).total
        let rates = last.rates(since: first, seconds: 1)
        #expect((rates.streams, rates.scopes) == (.max, .max))
        #expect(abs(try #require(rates.median) - 0.15) < 0.001)
        #expect(HistogramValue(bounds: [1], counts: [.max, .max], sum: 0).count == .max)
    }

    @Test("reads the numbers of the process; a number that is not finite is unknown, and a huge one is limited")
    func process() {
        let names = ["process_cpu_seconds", "process_resident_memory_bytes", "trellis_connections"]
        let known = snapshot(zip(names, [1.5, 1e30, 3.9]).map { ($0, [:], .number($1)) })
        #expect(known.processorTime == 1.5)
        #expect((known.memory, known.connections) == (.max, 3))
        let unknown = snapshot(zip(names, [Double.nan, .infinity, -.infinity]).map { ($0, [:], .number($1)) })
        #expect(unknown.processorTime == nil)
        #expect((unknown.memory, unknown.connections) == (nil, nil))
    }

    @Test("reads a registry")
    func registry() throws {
        let registry = MetricRegistry()
        Counter(label: "trellis_calls", dimensions: [("plugin", "a"), ("outcome", "ok")], factory: registry)
            .increment(by: 8)
        Counter(label: "other_calls", dimensions: [("plugin", "b")], factory: registry).increment()
        let snapshot = UsageSnapshot(of: registry, at: start)
        #expect(snapshot.plugins.keys.sorted() == ["a"])
        #expect(try #require(snapshot.plugins["a"]).rates(since: nil, seconds: 4).calls == 2)
    }
}
