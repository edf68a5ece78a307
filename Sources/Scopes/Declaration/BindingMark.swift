/// A label on bindings, used to split a blueprint into two.
///
/// A module that builds on this one declares marks as static members, and methods that set them:
///
/// ```swift
/// extension BindingMark {
///     /// Marks bindings whose instances outlive a change of the configuration.
///     public static let durable = BindingMark("durable")
/// }
/// ```
///
/// See ``Blueprint/split(by:inner:)``.
public struct BindingMark: Hashable, Sendable, CustomStringConvertible {
    /// The name of the mark.
    ///
    /// Marks with equal names are equal.
    public let name: String

    /// The advice of a diagnostic when a binding lacks the mark and is exported; nil for general advice.
    let advice: String?

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - name: The name, which identifies the mark.
    ///   - advice: Instructions for setting the mark, so that siblings can request the instance directly. They complete
    ///     the sentence "request Live<T>, or". Default: nil, a general text.
    public init(_ name: String, advice: String? = nil) {
        self.name = name
        self.advice = advice
    }

    /// Returns a Boolean value that indicates whether two marks have the same name.
    public static func == (left: BindingMark, right: BindingMark) -> Bool {
        left.name == right.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }

    /// The name of the mark.
    public var description: String {
        name
    }
}
