/// What a session can't do where it is.
enum SessionError: Error, Sendable, Hashable {
    /// Nothing has this number there.
    case noSuchNumber(Int, highest: Int)

    /// No title is open, so that one has to be named.
    case noTitleOpen

    /// No list is open, so that there is no next page.
    case noListOpen
}
