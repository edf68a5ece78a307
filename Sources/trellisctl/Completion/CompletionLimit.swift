/// How long completion may take: a person is typing.
enum CompletionLimit {
    /// The time: `$TRELLIS_COMPLETION_TIMEOUT` in seconds, or else one second.
    ///
    /// - Parameter variables: The environment variables.
    /// - Returns: The time.
    static func seconds(_ variables: [String: String]) -> Double {
        let named = variables["TRELLIS_COMPLETION_TIMEOUT"].flatMap { Double($0) }
        return named.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil } ?? 1
    }
}
