/// An error of a call that the session cannot serve in its current state.
enum SessionError: Error, Sendable, Hashable {
    /// The open list has no element with this number.
    case noSuchNumber(Int, highest: Int)

    /// The call does not name a title, and no title is open.
    case noTitleOpen

    /// No list is open, so there is no next page.
    case noListOpen
}
