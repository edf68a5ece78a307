/// A property of the layout of a text that some parsers reject, and that a description does not represent.
package struct LayoutRemark: Hashable, Sendable {
    /// The kind of layout.
    package enum Kind: Hashable, Sendable {
        /// A comment that does not precede a declaration, a field or a value.
        case misplacedComment
        /// White space or a comment after `?`, `[]` or `[string]`.
        case spaceInType
        /// A line break other than a line feed.
        case lineBreakNotLineFeed
        /// White space other than spaces, tabs and line breaks.
        case unusualWhiteSpace
    }

    /// The kind of layout.
    package let kind: Kind

    /// The position.
    package let position: TextPosition
}
