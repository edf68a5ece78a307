/// An interface description with the places of its parts in the text that it was read from.
public struct ParsedInterface: Sendable {
    /// What the text declares.
    public let description: InterfaceDescription

    /// All comments, in the order of the text.
    package let comments: [Comment]

    /// What the text has that the tree does not hold, and that other parsers refuse.
    let layout: [LayoutRemark]

    private let positions: [NodePath: TextPosition]

    /// Reads the whole language of UAPI.20.
    ///
    /// What only follows the grammar, but not the rules (an unknown type, a name twice, a wrong name), is read too:
    /// ``faults()`` finds all of that at once.
    ///
    /// - Parameter text: The description.
    /// - Throws: `InterfaceSyntaxError` at the first place where the text does not follow the grammar.
    public init(_ text: String) throws(InterfaceSyntaxError) {
        var parser = try Parser(text)
        description = try parser.parseInterface()
        comments = parser.comments
        layout = parser.layoutRemarks()
        positions = parser.positions
    }

    /// Where a part of the description stands.
    ///
    /// - Parameter path: The way to the part. For a member, a field or a value its name is what is found; for a type
    ///   its first character.
    /// - Returns: The position, or nil where the path leads to nothing.
    public func position(of path: NodePath) -> TextPosition? {
        positions[path]
    }

    /// Finds everything that breaks a rule of the language, in the order of the text.
    ///
    /// - Returns: What ``InterfaceDescription/faults()`` finds, with its places.
    public func faults() -> [InterfaceFault] {
        Checker(description, positions: positions).faults()
    }

    /// Finds everything that is outside of the portable subset, in the order of the text.
    ///
    /// - Returns: What ``InterfaceDescription/portabilityWarnings()`` finds, with its places, and what is unusual about
    ///   the way the text is written.
    public func portabilityWarnings() -> [PortabilityWarning] {
        let found = PortabilityChecker(description, positions: positions).warnings()
        let all = found + layout.map { PortabilityWarning(kind: $0.kind, subject: "the text", position: $0.position) }
        return all.sorted { ($0.position ?? .start) < ($1.position ?? .start) }
    }
}

extension InterfaceDescription {
    /// Reads a description from a text, and forgets where its parts stood: ``ParsedInterface`` keeps that.
    ///
    /// - Parameter text: The description.
    /// - Throws: `InterfaceSyntaxError` at the first place where the text does not follow the grammar.
    public init(parsing text: String) throws(InterfaceSyntaxError) {
        self = try ParsedInterface(text).description
    }
}

/// Something about a text that a description does not hold.
struct LayoutRemark {
    let kind: PortabilityWarning.Kind
    let position: TextPosition
}
