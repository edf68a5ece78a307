import CoreMetrics
import Synchronization
import Testing

@testable import OpenMetrics

@Suite("The registry of metrics", .timeLimit(.minutes(2)))
struct MetricRegistryTests {
    @Test("counts what many tasks record")
    func concurrency() async {
        let registry = MetricRegistry()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = Counter(label: "calls", factory: registry)
                    let amount = FloatingPointCounter(label: "amount", factory: registry)
                    let timer = Timer(label: "time", factory: registry)
                    for _ in 0..<10_000 {
                        counter.increment()
                        amount.increment(by: 0.5)
                        timer.recordMilliseconds(1)
                    }
                }
            }
        }
        let text = registry.exposition(as: .openMetrics)
        for line in [
            "calls_total 80000\n", "amount_total 40000.0\n", "time_seconds_count 80000\n",
            "time_seconds_bucket{le=\"0.0005\"} 0\n", "time_seconds_bucket{le=\"0.001\"} 80000\n",
        ] { #expect(text.contains(line), "\(line)") }
    }

    @Test("removes a metric when each of its users has destroyed it")
    func destroying() {
        let registry = MetricRegistry()
        let (first, second) = (Counter(label: "a", factory: registry), Counter(label: "a", factory: registry))
        first.increment()
        second.increment()
        first.destroy()
        #expect(registry.exposition(as: .openMetrics).contains("a_total 2\n"))
        second.destroy()
        #expect(registry.exposition(as: .openMetrics) == "# TYPE a counter\n# EOF\n")
    }

    @Test("reports a metric whose name belongs to another type, and does not expose it")
    func conflicts() {
        let conflicts = Mutex<[MetricConflict]>([])
        let registry = MetricRegistry { conflict in conflicts.withLock { $0.append(conflict) } }
        Counter(label: "a", factory: registry).increment()
        Gauge(label: "a", factory: registry).record(7)
        FloatingPointCounter(label: "a", factory: registry).increment(by: 0.5)
        registry.declare(MetricFamily("a", .histogram, help: "Another one."))
        #expect(registry.exposition(as: .openMetrics) == "# TYPE a counter\na_total 1\n# EOF\n")
        #expect(conflicts.withLock { $0.map(\.new) } == [.gauge, .counter, .histogram])
        #expect(
            conflicts.withLock { $0.first?.description }
                == "the metric a is a counter, and cannot be a gauge as well; rename one of them")
    }

    @Test("ignores values that a type does not permit")
    func impossibleValues() {
        let registry = MetricRegistry()
        let counter = Counter(label: "a", factory: registry)
        counter.increment(by: -3)
        let recorder = Recorder(label: "b", factory: registry)
        for value in [-1, .nan, .infinity, 5] as [Double] { recorder.record(value) }
        registry.collect { $0.add(MetricFamily("c", .counter, help: ""), -1) }
        let text = registry.exposition(as: .openMetrics)
        #expect(text.contains("a_total 0\n"))
        #expect(text.contains("b_count 1\n"))
        #expect(text.contains("b_sum 5.0\n"))
        #expect(!text.contains("c_total"))
    }

    @Test("writes one of several metrics with the same labels")
    func duplicates() {
        let registry = MetricRegistry()
        let family = MetricFamily("a", .gauge, help: "")
        registry.collect { collection in
            collection.add(family, 1, labels: [("x", "1")])
            collection.add(family, 2, labels: [("x", "1")])
        }
        #expect(registry.exposition(as: .openMetrics) == "# TYPE a gauge\na{x=\"1\"} 1\n# EOF\n")
    }
}
