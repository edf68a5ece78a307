/// The time limit for completion.
enum CompletionLimit {
    /// Returns the limit.
    ///
    /// - Parameter variables: The environment variables.
    /// - Returns: `$TRELLIS_COMPLETION_TIMEOUT` in seconds; 1 without it.
    static func seconds(_ variables: [String: String]) -> Double {
        let named = variables["TRELLIS_COMPLETION_TIMEOUT"].flatMap { Double($0) }
        return named.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil } ?? 1
    }
}
