/// How long to wait before a request is sent again.
struct RetryPauses: Sendable {
    /// The longest pause.
    ///
    /// When a server asks for a longer one there is no other attempt; whoever asked learns how long it is.
    static let longest = Duration.seconds(4)

    /// A number from 0 to 1 by chance, so that those who failed together don't come back together.
    var chance: @Sendable () -> Double = { .random(in: 0...1) }

    /// How long to wait after an attempt that failed; nil when there shall be no other.
    ///
    /// Without a word of the server's, the pause is one by chance between half and the whole of 400 ms, doubled with
    /// each attempt.
    ///
    /// - Parameters:
    ///   - attempt: Which attempt failed, from 1.
    ///   - failure: Why.
    /// - Returns: The pause.
    func pause(after attempt: Int, _ failure: HTTPFailure) -> Duration? {
        guard failure.isTransient else { return nil }
        if let wanted = failure.retryAfter { return wanted <= Self.longest ? wanted : nil }
        let whole = min(.milliseconds(400) * (1 << min(attempt - 1, 10)), Self.longest)
        return whole * (0.5 + chance() / 2)
    }
}
