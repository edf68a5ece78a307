/// An interface description with the positions of its parts in the parsed text.
public struct ParsedInterface: Sendable {
    /// The description.
    public let description: InterfaceDescription

    /// All comments, in the order of the text.
    package let comments: [Comment]

    /// The layout that other parsers reject, which the description does not represent.
    package let layout: [LayoutRemark]

    private let positions: [NodePath: TextPosition]

    /// Parses the language of UAPI.20.
    ///
    /// A text that follows the grammar and violates other rules (unknown types, duplicate or invalid names) is accepted.
    /// ``diagnostics()`` reports all violations.
    ///
    /// - Parameter text: The text of the description.
    /// - Throws: `InterfaceSyntaxError` at the first position where the text violates the grammar.
    public init(_ text: String) throws(InterfaceSyntaxError) {
        var parser = try Parser(text)
        description = try parser.parseInterface()
        comments = parser.comments
        layout = parser.layoutRemarks()
        positions = parser.positions
    }

    /// Returns the position of a part of the description.
    ///
    /// - Parameter path: The path to the part.
    /// - Returns: The position of the name of a member, a field or a value, or of the first character of a type; nil if the
    ///   description has no such part.
    public func position(of path: NodePath) -> TextPosition? {
        positions[path]
    }
}

extension InterfaceDescription {
    /// Parses a description without the positions of its parts, which ``ParsedInterface`` provides.
    ///
    /// - Parameter text: The text of the description.
    /// - Throws: `InterfaceSyntaxError` at the first position where the text violates the grammar.
    public init(parsing text: String) throws(InterfaceSyntaxError) {
        self = try ParsedInterface(text).description
    }
}
