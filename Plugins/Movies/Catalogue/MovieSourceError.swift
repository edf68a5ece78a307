/// A failure of a source of titles.
enum MovieSourceError: Error, Sendable, Hashable {
    /// The source has no title with this identifier.
    case noSuchTitle(TitleID)

    /// The source is unavailable or sent an invalid response; a retry may succeed.
    case unavailable(reason: String, retryAfter: Duration? = nil)

    /// The source denies access until the configuration is corrected.
    case accessDenied(reason: String)
}
