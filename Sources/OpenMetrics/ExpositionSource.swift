/// A source of metrics, for a plugin that serves or shows them.
public protocol ExpositionSource: Sendable {
    /// Returns the text of all metrics.
    ///
    /// - Parameter format: The format.
    /// - Returns: The text.
    func exposition(as format: ExpositionFormat) -> String

    /// Reads metrics.
    ///
    /// - Parameter names: The names of the families, such as `trellis_call_duration_seconds`; nil for all.
    /// - Returns: The metrics, sorted by the name of the family, then by labels.
    func samples(of names: Set<String>?) -> [MetricSample]
}
