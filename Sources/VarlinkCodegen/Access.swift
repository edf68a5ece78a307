/// Who may use what is generated.
enum Access: String, CaseIterable {
    case `public`
    case package
    case `internal`

    /// What stands before a declaration, and before the import of a module whose types the declarations show; empty for
    /// `internal`, which is Swift's default.
    var modifier: String { self == .internal ? "" : "\(rawValue) " }
}
