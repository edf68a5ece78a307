/// A construct that the language allows, but some parser in use rejects.
///
/// The parsers are those of systemd 257, libvarlink, python-varlink 31 and varlink-go 0.4. The rules are the results of
/// running these parsers. The portable subset also requires the usual style of names.
package struct PortabilityWarning: Hashable, CustomStringConvertible {
    /// The construct.
    package enum Kind: Hashable {
        /// An uppercase letter in the name of the interface. Names of systemd's interfaces contain uppercase letters.
        case uppercaseInterfaceName(String)
        /// A hyphen in the name of the interface.
        case hyphenInInterfaceName(String)
        /// A name of the interface with more than 255 characters.
        case longInterfaceName(length: Int)
        /// An interface without methods. The grammar requires a member.
        case noMethods
        /// An empty last line of a comment that documents a declaration, a field or a value.
        case emptyLastComment
        /// A name of a field or a value that begins with an uppercase letter.
        case uppercaseName(String)
        /// An underscore in the name of a field, which every parser accepts. Values of enumerations may contain
        /// underscores.
        case underscoreInField(String)
        /// The type `any`.
        case anyType
        /// An array, a map or a nullable as the element of an array or a map.
        case nestedContainer
        /// A structure without fields, declared or inline, such as the one in `[string]()`, a set of strings.
        case emptyStructure
        /// An enumeration with one value.
        case singleValue
        /// A property of the layout that some parser rejects.
        case layout(LayoutRemark.Kind)
    }

    /// The construct.
    package let kind: Kind

    /// The part of the interface, such as `method Add, parameter title`.
    package let subject: String

    /// The position, if the description was parsed from a text.
    package let position: TextPosition?

    /// The parser that rejects the construct, and the remedy, without the subject and the position.
    package var message: String {
        switch kind {
        case .uppercaseInterfaceName(let name):
            "varlink-go 0.4 rejects '\(name)'; use lowercase letters"
        case .hyphenInInterfaceName(let name):
            "varlink-go rejects '\(name)'; remove the hyphens"
        case .longInterfaceName(let length):
            "varlink-go rejects names of more than 255 characters, got \(length)"
        case .noMethods:
            "varlink-go 0.4 rejects an interface without methods"
        case .emptyLastComment:
            "varlink-go 0.4 treats the line after an empty comment line as part of the comment; remove the empty line"
        case .uppercaseName(let name):
            "varlink-go 0.4 rejects '\(name)'; begin the name with a lowercase letter"
        case .underscoreInField(let name):
            "field '\(name)' is not in lowerCamelCase, which is the usual style"
        case .anyType:
            "only systemd 260 and later support 'any'; use 'object' or a declared type"
        case .nestedContainer:
            "systemd 257 rejects '?', '[]' and '[string]' after '[]' or '[string]'; declare a type that contains the "
                + "inner one"
        case .emptyStructure:
            "systemd 257 rejects '()' as a type; add a field to the structure"
        case .singleValue:
            "python-varlink 31 rejects an enumeration with one value; use 'string' until there are two"
        case .layout(.misplacedComment):
            "systemd 257 rejects a comment here; move it before a declaration, a field or a value"
        case .layout(.spaceInType):
            "systemd 257 rejects white space after '?', '[]' and '[string]'; remove it"
        case .layout(.lineBreakNotLineFeed):
            "libvarlink rejects line breaks other than line feeds"
        case .layout(.unusualWhiteSpace):
            "systemd 257 rejects white space other than spaces, tabs and line breaks"
        }
    }

    /// Position, subject and message: `LINE:COLUMN: SUBJECT: MESSAGE`, or without an unknown position.
    package var description: String {
        (position.map { "\($0): " } ?? "") + "\(subject): \(message)"
    }
}
