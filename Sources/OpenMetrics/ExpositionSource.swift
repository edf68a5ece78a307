/// A source of metrics as text, for a server.
public protocol ExpositionSource: Sendable {
    /// Returns the text of all metrics.
    ///
    /// - Parameter format: The format.
    /// - Returns: The text.
    func exposition(as format: ExpositionFormat) -> String
}
