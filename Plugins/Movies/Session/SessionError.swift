/// An error of a call that the session can't serve in its current state.
enum SessionError: Error, Sendable, Hashable {
    /// The open list has no element with this number.
    case noSuchNumber(Int, highest: Int)

    /// No title is open, and the call names none.
    case noTitleOpen

    /// No list is open, so there is no next page.
    case noListOpen
}
