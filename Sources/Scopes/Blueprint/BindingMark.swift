/// A label on bindings, by which a blueprint can be split in two.
///
/// A module that builds on this one declares its own marks as static members, and verbs that set them:
///
/// ```swift
/// extension BindingMark {
///     /// What outlives a change of the configuration.
///     public static let durable = BindingMark("durable")
/// }
/// ```
///
/// See ``Blueprint/split(by:inner:)``.
public struct BindingMark: Hashable, Sendable, CustomStringConvertible {
    /// The mark's name.
    ///
    /// Marks with equal names are the same mark.
    public let name: String

    /// Makes a mark with a name.
    public init(_ name: String) {
        self.name = name
    }

    /// The mark's name.
    public var description: String {
        name
    }
}
