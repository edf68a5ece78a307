/// A user's reference to a title: its number in the open list, or its identifier.
enum TitleReference: Sendable, Hashable {
    /// The number of the title in the open list.
    case number(Int)

    /// The identifier of the title.
    case id(TitleID)

    /// Parses a reference; nil when the text is neither a number nor an identifier.
    init?(_ text: String) {
        if let number = Int(text) {
            self = .number(number)
        } else if let id = TitleID(text) {
            self = .id(id)
        } else {
            return nil
        }
    }
}
