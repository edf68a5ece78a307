/// The access level of the generated declarations.
enum Access: String, CaseIterable {
    case `public`
    case package
    case `internal`

    /// The modifier of a declaration and of the import of the runtime, followed by a space; empty for `internal`, the default.
    var modifier: String { self == .internal ? "" : "\(rawValue) " }
}
