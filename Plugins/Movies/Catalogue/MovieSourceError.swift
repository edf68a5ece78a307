/// Why a source of titles does not answer.
enum MovieSourceError: Error, Sendable, Hashable {
    /// It has no title of this identifier.
    case noSuchTitle(TitleID)

    /// It is away, or answers nothing that makes sense. Later it may be better.
    case away(reason: String, retryAfter: Duration? = nil)

    /// It refuses to answer, and will until its configuration is mended.
    case refused(reason: String)
}
