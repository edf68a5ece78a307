/// Something that the language allows, and that is outside of the subset which every parser in use takes.
///
/// The parsers are those of systemd 257, libvarlink, python-varlink 31 and varlink-go 0.4: what they refuse was found
/// by running them. The subset also asks for the usual style of names.
public struct PortabilityWarning: Hashable, Sendable, CustomStringConvertible {
    /// What is refused by whom.
    public enum Kind: Hashable, Sendable {
        /// The interface's name has an uppercase letter. systemd's own names have them.
        case uppercaseInterfaceName(String)
        /// The interface's name has a hyphen.
        case hyphenInInterfaceName(String)
        /// The interface's name has more than 255 characters.
        case longInterfaceName(length: Int)
        /// The interface has no methods; the grammar itself asks for a member.
        case noMethods
        /// A comment that documents something ends with an empty line.
        case emptyLastComment
        /// The name of a field or a value begins with an uppercase letter.
        case uppercaseName(String)
        /// The name of a field has an underscore. No parser refuses it; values of enumerations may have one.
        case underscoreInField(String)
        /// The type `any`.
        case anyType
        /// An array, a map or a nullable directly inside an array or a map.
        case nestedContainer
        /// A structure without fields, declared or inline; `[string]()`, a set of strings, is one too.
        case emptyStructure
        /// An enumeration with one value.
        case singleValue
        /// A comment elsewhere than before a declaration, a field or a value.
        case misplacedComment
        /// White space or a comment behind `?`, `[]` or `[string]`.
        case spaceInType
        /// A line break other than a line feed.
        case lineBreakNotLineFeed
        /// White space other than spaces, tabulators and line breaks.
        case unusualWhiteSpace
    }

    /// What is refused by whom.
    public let kind: Kind

    /// Which part of the interface it is about, such as `method Add, parameter title`.
    public let subject: String

    /// Where it stands, if the description was read from a text.
    public let position: TextPosition?

    /// The sentence for people: who refuses what and what to write instead, without subject and position.
    public var message: String {
        switch kind {
        case .uppercaseInterfaceName(let name):
            "varlink-go 0.4 refuses '\(name)'; write the name in lowercase letters"
        case .hyphenInInterfaceName(let name):
            "varlink-go refuses '\(name)'; write the name without hyphens"
        case .longInterfaceName(let length):
            "varlink-go refuses names of more than 255 characters; this one has \(length)"
        case .noMethods:
            "varlink-go 0.4 refuses an interface without methods"
        case .emptyLastComment:
            "varlink-go 0.4 takes the line behind an empty comment line for a part of the comment; let the comment end "
                + "with words"
        case .uppercaseName(let name):
            "varlink-go 0.4 refuses '\(name)'; begin the name with a lowercase letter"
        case .underscoreInField(let name):
            "'\(name)' is not the usual style; write fields in lowerCamelCase"
        case .anyType:
            "only systemd 260 and later know 'any'; use 'object' or a type of your own"
        case .nestedContainer:
            "systemd 257 refuses '?', '[]' and '[string]' behind '[]' or '[string]'; put the inner one into a type "
                + "with a name"
        case .emptyStructure:
            "systemd 257 refuses '()' as a type; give the structure a field"
        case .singleValue:
            "python-varlink 31 refuses an enumeration with one value; use 'string' until there are two"
        case .misplacedComment:
            "systemd 257 refuses a comment here; put it before a declaration, a field or a value"
        case .spaceInType:
            "systemd 257 refuses white space here; write the type directly behind '?', '[]' or '[string]'"
        case .lineBreakNotLineFeed:
            "libvarlink refuses line breaks other than line feeds"
        case .unusualWhiteSpace:
            "systemd 257 refuses white space other than spaces, tabulators and line breaks"
        }
    }

    /// Position, subject and sentence: `LINE:COLUMN: SUBJECT: MESSAGE`; without the first where it is not known.
    public var description: String {
        (position.map { "\($0): " } ?? "") + "\(subject): \(message)"
    }
}

extension InterfaceDescription {
    /// Finds everything in the description that is outside of the portable subset.
    ///
    /// How a text is written counts too, and a description has no text: ``ParsedInterface/portabilityWarnings()`` looks
    /// at both. What ``formatted(width:)`` writes is always well written.
    ///
    /// - Returns: The warnings in the order of the tree; none for a description in the portable subset.
    public func portabilityWarnings() -> [PortabilityWarning] {
        PortabilityChecker(self, positions: [:]).warnings()
    }
}
