/// A Varlink interface: its name, its documentation and its members, as a tree.
///
/// The tree is what the interface language of UAPI.20 can say, no more: it holds neither spacing nor the places of
/// its parts in a text. Two descriptions are equal when they declare the same things in the same order with the same
/// documentation. A description that is made by hand need not be valid: ``faults()`` finds what is wrong with it.
public struct InterfaceDescription: Hashable, Sendable {
    /// The name in reverse-domain notation, such as `io.trellis.Items`.
    public var name: String

    /// The comment above the word `interface`.
    public var documentation: Documentation

    /// Types, methods and errors, in the order of their declaration.
    ///
    /// They share one namespace.
    public var members: [Member]

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - name: The name in reverse-domain notation.
    ///   - documentation: The comment above the word `interface`; none by default.
    ///   - members: Types, methods and errors, in order; none by default.
    public init(name: String, documentation: Documentation = Documentation(), members: [Member] = []) {
        self.name = name
        self.documentation = documentation
        self.members = members
    }
}
