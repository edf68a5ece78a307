/// The delays between the attempts of a request: exponential backoff with jitter.
struct RetryBackoff: Sendable {
    /// The longest delay between two attempts.
    ///
    /// When a server requests a longer delay, the request is not retried.
    static let maximum = Duration.seconds(4)

    /// Returns a random number from 0 to 1, so that clients that fail at the same time do not retry at the same time.
    var jitter: @Sendable () -> Double = { .random(in: 0...1) }

    /// Returns the delay after a failed attempt.
    ///
    /// Without a `Retry-After` header, the delay after the first attempt is a random duration from 200 to 400 ms. The
    /// range doubles with each attempt, up to ``maximum``.
    ///
    /// - Parameters:
    ///   - attempt: The number of the failed attempt, starting from 1.
    ///   - failure: The failure of this attempt.
    /// - Returns: The delay; nil when the request must not be retried.
    func delay(after attempt: Int, _ failure: HTTPFailure) -> Duration? {
        guard failure.isTransient else { return nil }
        if let requested = failure.retryAfter { return requested <= Self.maximum ? requested : nil }
        let base = min(.milliseconds(400) * (1 << min(attempt - 1, 10)), Self.maximum)
        return base * (0.5 + jitter() / 2)
    }
}
