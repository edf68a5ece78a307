import CoreMetrics
import Testing

@testable import OpenMetrics

/// A registry with a metric of every type, and texts that need escape sequences.
func exampleRegistry() -> MetricRegistry {
    let registry = MetricRegistry()
    registry.declare(MetricFamily("calls", .counter, help: "The completed calls."))
    registry.declare(MetricFamily("call_duration", .histogram, unit: "seconds", help: "The duration of calls."))
    registry.declare(MetricFamily("heat", .gauge, help: "A \"quoted\" text with a \\ and\na second line."))
    Counter(label: "calls", dimensions: [("method", "Add")], factory: registry).increment(by: 3)
    Counter(label: "calls", dimensions: [("method", "a\"b\\c\nd")], factory: registry).increment()
    let timer = Timer(label: "call.duration", factory: registry)
    for milliseconds in [0, 1, 30, 20_000] { timer.recordMilliseconds(milliseconds) }
    Meter(label: "heat", factory: registry).set(21.5)
    registry.collect { collection in
        let state = MetricFamily("plugin_state", .stateSet, help: "The state of a plugin.")
        collection.add(state, .state("running", of: ["running", "failed"]), labels: [("plugin", "items")])
        collection.add(MetricFamily("build", .info, help: "The version."), .info, labels: [("version", "1.0")])
        collection.add(MetricFamily("memory", .gauge, unit: "bytes", help: "The memory in use."), 4096)
    }
    return registry
}

@Suite("Exposition", .timeLimit(.minutes(2)))
struct ExpositionTests {
    @Test("writes every type in OpenMetrics")
    func openMetrics() {
        #expect(
            exampleRegistry().exposition(as: .openMetrics) == #"""
                # TYPE build info
                # HELP build The version.
                build_info{version="1.0"} 1
                # TYPE call_duration_seconds histogram
                # UNIT call_duration_seconds seconds
                # HELP call_duration_seconds The duration of calls.
                call_duration_seconds_bucket{le="0.0001"} 1
                call_duration_seconds_bucket{le="0.00025"} 1
                call_duration_seconds_bucket{le="0.0005"} 1
                call_duration_seconds_bucket{le="0.001"} 2
                call_duration_seconds_bucket{le="0.0025"} 2
                call_duration_seconds_bucket{le="0.005"} 2
                call_duration_seconds_bucket{le="0.01"} 2
                call_duration_seconds_bucket{le="0.025"} 2
                call_duration_seconds_bucket{le="0.05"} 3
                call_duration_seconds_bucket{le="0.1"} 3
                call_duration_seconds_bucket{le="0.25"} 3
                call_duration_seconds_bucket{le="0.5"} 3
                call_duration_seconds_bucket{le="1.0"} 3
                call_duration_seconds_bucket{le="2.5"} 3
                call_duration_seconds_bucket{le="5.0"} 3
                call_duration_seconds_bucket{le="10.0"} 3
                call_duration_seconds_bucket{le="+Inf"} 4
                call_duration_seconds_count 4
                call_duration_seconds_sum 20.031
                # TYPE calls counter
                # HELP calls The completed calls.
                calls_total{method="Add"} 3
                calls_total{method="a\"b\\c\nd"} 1
                # TYPE heat gauge
                # HELP heat A \"quoted\" text with a \\ and\na second line.
                heat 21.5
                # TYPE memory_bytes gauge
                # UNIT memory_bytes bytes
                # HELP memory_bytes The memory in use.
                memory_bytes 4096
                # TYPE plugin_state stateset
                # HELP plugin_state The state of a plugin.
                plugin_state{plugin="items",plugin_state="running"} 1
                plugin_state{plugin="items",plugin_state="failed"} 0
                # EOF

                """#)
    }

    @Test("writes names with suffixes, and gauges for the types that the text format lacks")
    func prometheusText() {
        let lines = exampleRegistry().exposition(as: .prometheusText).split(separator: "\n").map(String.init)
        for line in [
            "# HELP calls_total The completed calls.", "# TYPE calls_total counter", #"calls_total{method="Add"} 3"#,
            "# TYPE build_info gauge", #"build_info{version="1.0"} 1"#, "# TYPE plugin_state gauge",
            #"# HELP heat A "quoted" text with a \\ and\na second line."#, "# TYPE call_duration_seconds histogram",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(!lines.contains { $0.hasPrefix("# UNIT") || $0.hasPrefix("# EOF") })
    }

    @Test("replaces characters that names cannot contain, and repeats no label")
    func names() {
        let registry = MetricRegistry()
        Counter(
            label: "2nd.http-requests_total", dimensions: [("http.route", "/"), ("http_route", "/items"), ("é", "1")],
            factory: registry
        ).increment()
        #expect(
            registry.exposition(as: .openMetrics) == """
                # TYPE _2nd_http_requests counter
                _2nd_http_requests_total{http_route="/items",_="1"} 1
                # EOF

                """)
    }

    @Test(
        "writes numbers with a point or an exponent",
        arguments: [
            (0, "0.0"), (-1.5, "-1.5"), (1e-05, "1e-05"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
        ] as [(Double, String)])
    func numbers(number: Double, text: String) {
        #expect(ExpositionWriter.text(of: number) == text)
    }

    @Test("estimates quantiles linearly within a range")
    func quantiles() {
        let value = HistogramValue(bounds: [1, 2, 4], counts: [0, 10, 10, 0], sum: 50)
        #expect(value.estimate(of: 0.25) == 1.5)
        #expect(value.estimate(of: 0.5) == 2)
        #expect(value.estimate(of: 1) == 4)
        #expect(HistogramValue(bounds: [1], counts: [0, 1], sum: 9).estimate(of: 0.5) == 1)
        #expect(HistogramValue(bounds: [1], counts: [0, 0], sum: 0).estimate(of: 0.5) == nil)
    }
}
