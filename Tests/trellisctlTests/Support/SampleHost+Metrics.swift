import HostInterface
import Trellis

extension SampleHost {
    /// Metrics that advance with each reading: 10 calls of 2 ms and 50 ms of processor time, and one failed call.
    func readMetrics(
        names: [String]?, replies: ReplyWriter<HostContract.ReadMetricsReply>, context: CallContext
    ) async throws -> HostContract.ReadMetricsReply {
        let reading = Double(readings.next())
        let (sample, daemon) = (["plugin": "sample"], ["plugin": "trellisd"])
        func calls(_ labels: [String: String], _ outcome: String, _ value: Double) -> HostContract.Metric {
            .init(
                name: "trellis_calls", labels: labels.merging(["method": "M", "outcome": outcome]) { $1 }, value: value)
        }
        let metrics: [HostContract.Metric] = [
            .init(name: "process_cpu_seconds", labels: [:], value: 0.1 * reading),
            .init(name: "process_resident_memory_bytes", labels: [:], value: 44_040_192),
            calls(sample, "ok", 10 * reading), calls(sample, "error", reading), calls(daemon, "ok", reading),
            .init(
                name: "trellis_call_duration_seconds", labels: sample, bounds: [0.001, 0.004],
                counts: [0, Int(10 * reading), 0], sum: 0.02 * reading),
            .init(name: "trellis_connections", labels: [:], value: 1),
            .init(name: "trellis_plugin_processor_seconds", labels: sample, value: 0.05 * reading),
            .init(name: "trellis_plugin_scopes", labels: sample, value: 2),
            .init(name: "trellis_streams", labels: sample, value: 3),
        ].filter { names?.contains($0.name) ?? true }
        return try await replies.send(contentsOf: metrics.map { .init(metric: $0) }) ?? .init(metric: nil)
    }
}
