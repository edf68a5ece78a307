/// A Varlink interface as a tree: its name, its documentation and its members.
///
/// The tree represents the interface language of UAPI.20. The tree contains neither the layout of a text nor the
/// positions of its parts. Two descriptions are equal if they declare the same members in the same order with the same
/// documentation. A description that a program creates may be invalid: ``diagnostics()`` reports violations of the
/// rules.
public struct InterfaceDescription: Hashable, Sendable {
    /// The name in reverse-domain notation, such as `io.trellis.Items`.
    public var name: String

    /// The comment above the keyword `interface`.
    public var documentation: Documentation

    /// The types, methods and errors, in the order of their declaration.
    ///
    /// The members share one namespace.
    public var members: [Member]

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: The name in reverse-domain notation.
    ///   - documentation: The comment above the keyword `interface`. Default: none.
    ///   - members: The types, methods and errors, in order. Default: none.
    public init(name: String, documentation: Documentation = Documentation(), members: [Member] = []) {
        self.name = name
        self.documentation = documentation
        self.members = members
    }
}
