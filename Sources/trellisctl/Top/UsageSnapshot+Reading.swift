import HostInterface
import OpenMetrics
import Varlink

extension UsageSnapshot {
    /// Reads the metrics of a daemon.
    ///
    /// - Parameter connection: The connection to the daemon.
    /// - Throws: The error of the call.
    init(from connection: VarlinkConnection) async throws {
        var metrics: [HostContract.Metric] = []
        for try await reply in HostClient(connection).readMetrics(names: Self.names.sorted()) {
            if let metric = reply.metric { metrics.append(metric) }
        }
        self.init(metrics, at: .now)
    }

    /// Evaluates metrics of a daemon.
    ///
    /// - Parameters:
    ///   - metrics: The metrics. A malformed one is ignored.
    ///   - time: The time at which they were read.
    init(_ metrics: [HostContract.Metric], at time: ContinuousClock.Instant) {
        self.init(at: time)
        for metric in metrics {
            if let value = metric.metricValue { add(metric.name, labels: metric.labels, value) }
        }
    }
}

extension HostContract.Metric {
    /// The value: a number or a histogram; nil if there is none.
    fileprivate var metricValue: MetricValue? {
        if let value { return .number(value) }
        guard let bounds, let counts, counts.count == bounds.count + 1 else { return nil }
        return .histogram(HistogramValue(bounds: bounds, counts: counts, sum: sum ?? 0))
    }
}
