/// The time limit for completion.
enum CompletionLimit {
    /// Returns the value of `$TRELLIS_COMPLETION_TIMEOUT` in seconds, by default 1.
    static func seconds(_ variables: [String: String]) -> Double {
        let named = variables["TRELLIS_COMPLETION_TIMEOUT"].flatMap { Double($0) }
        return named.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil } ?? 1
    }
}
