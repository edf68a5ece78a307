import HostInterface
import OpenMetrics
import Trellis

extension ControlInterface {
    func readMetrics(
        names: [String]?, replies: ReplyWriter<HostContract.ReadMetricsReply>, context: CallContext
    ) async throws -> HostContract.ReadMetricsReply {
        let samples = host.metrics.samples(of: names.map(Set.init))
        let metrics = samples.map { HostContract.ReadMetricsReply(metric: HostContract.Metric($0)) }
        return try await replies.send(contentsOf: metrics) ?? HostContract.ReadMetricsReply(metric: nil)
    }
}

extension HostContract.Metric {
    fileprivate init(_ sample: MetricSample) {
        self.init(name: sample.family.name, labels: sample.labels)
        switch sample.value {
        case .integer(let number): value = Double(number)
        // JSON has neither infinity nor NaN.
        case .number(let number): value = number.isFinite ? number : nil
        case .state(let current, of: _): state = current
        case .histogram(let histogram):
            (bounds, counts, sum) = (histogram.bounds, histogram.counts, histogram.sum)
        case .info: break
        }
    }
}
