/// What a person does at the keyboard of a terminal.
enum Key: Equatable, Sendable {
    /// Text that was typed.
    case text(String)

    /// Text that was pasted (bracketed paste).
    case paste(String)

    /// A letter together with Control.
    case control(Character)

    /// A letter together with Alt.
    case alt(Character)

    case enter
    case tab
    case backspace
    case delete
    case left
    case right
    case wordLeft
    case wordRight
    case up
    case down
    case home
    case end
    case escape

    /// A key that means nothing here.
    case unknown
}
