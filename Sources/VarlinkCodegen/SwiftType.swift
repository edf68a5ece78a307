/// The type in Swift for a type of the interface language.
indirect enum SwiftType: Equatable {
    /// A type of the standard library, such as `String`.
    case standard(String)
    /// The runtime's type for `object`.
    case jsonObject
    /// The runtime's type for `any`.
    case jsonValue
    /// A generated type. The value contains the names of the enclosing declarations, from the outermost one, and of the
    /// type.
    case declared([String])
    case array(SwiftType)
    case dictionary(SwiftType)
    case optional(SwiftType)
}
