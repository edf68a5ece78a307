/// A metric at one time, for code that evaluates metrics instead of formatting them.
public struct MetricSample: Sendable, Hashable {
    /// The declaration.
    public let family: MetricFamily

    /// The values of the labels by name.
    public let labels: [String: String]

    /// The value.
    public let value: MetricValue
}

extension MetricRegistry {
    /// Reads metrics.
    ///
    /// - Parameter names: The names of the families, such as `trellis_call_duration_seconds`; nil for all.
    /// - Returns: The metrics, sorted by the name of the family, then by labels.
    public func samples(of names: Set<String>? = nil) -> [MetricSample] {
        snapshot().filter { names?.contains($0.declaration.name) ?? true }.flatMap { family in
            family.metrics.map { metric in
                MetricSample(
                    family: family.declaration,
                    labels: Dictionary(uniqueKeysWithValues: metric.labels.pairs.map { ($0.name, $0.value) }),
                    value: metric.value)
            }
        }
    }
}
