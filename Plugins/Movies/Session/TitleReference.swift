/// How a user names a title: by its number in the list where the session is, or by its identifier.
enum TitleReference: Sendable, Hashable {
    /// By its number.
    case number(Int)

    /// By its identifier.
    case id(TitleID)

    /// Reads what a user wrote; nil when it is neither.
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
