/// A violation of a rule of the interface language.
public struct InterfaceDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The violated rule.
    public enum Kind: Hashable, Sendable {
        /// The name of the interface is not a reverse-domain name.
        case invalidInterfaceName(String)
        /// The name of a type, a method or an error is invalid.
        case invalidMemberName(String)
        /// The name of a field, a parameter or a value of an enumeration is invalid.
        case invalidFieldName(String)
        /// Two members have the same name; `first` is the position of the first one, if known.
        case duplicateMember(String, first: TextPosition?)
        /// Two entries of a list have the same name; `first` is the position of the first one, if known.
        case duplicateField(String, first: TextPosition?)
        /// The interface does not declare a type of this name; `suggestion` is a similar name.
        case unknownType(String, suggestion: String?)
        /// A reference to a method or an error instead of a type. The value is the member, such as `method Add`.
        case notAType(String)
        /// A nullable of a nullable, `??T`.
        case nestedNullable
        /// An enumeration without values. Only a description that a program created can contain it.
        case emptyEnumeration
        /// A structure that contains itself, so that its values would be infinite. The value is the cycle of names.
        case infiniteType(cycle: [String])
    }

    /// The violated rule.
    public let kind: Kind

    /// The part of the interface, such as `method Add, parameter title`.
    public let subject: String

    /// The path to the part in the tree.
    public let path: NodePath

    /// The position, if the description was parsed from a text.
    public let position: TextPosition?

    /// The violation and the remedy, without the subject and the position.
    public var message: String {
        switch kind {
        case .invalidInterfaceName(let name):
            "invalid interface name '\(name)'; use a reverse-domain name of letters, digits and inner hyphens, such as "
                + "'org.example.Items'"
        case .invalidMemberName(let name):
            "invalid name '\(name)'; the name of a type, a method or an error is an uppercase letter, followed by letters "
                + "and digits"
        case .invalidFieldName(let name):
            "invalid name '\(name)'; the name of a field or a value is a letter, followed by letters, digits and single "
                + "inner underscores"
        case .duplicateMember(let name, let first):
            "duplicate name '\(name)'\(Self.text(first)); types, methods and errors share one namespace"
        case .duplicateField(let name, let first):
            "duplicate name '\(name)'\(Self.text(first)); names in a list must be unique"
        case .unknownType(let name, let suggestion):
            "unknown type '\(name)'" + (suggestion.map { " (did you mean '\($0)'?)" } ?? "")
        case .notAType(let member):
            "expected a type, got \(member)"
        case .nestedNullable:
            "nested nullable type; remove one '?'"
        case .emptyEnumeration:
            "empty enumeration; add a value, because '()' is an empty structure"
        case .infiniteType(let cycle):
            "infinite type: it contains itself (\(cycle.joined(separator: " → "))); make one of these fields nullable, "
                + "an array or a map"
        }
    }

    /// Position, subject and message: `LINE:COLUMN: SUBJECT: MESSAGE`, or without an unknown position.
    public var description: String {
        (position.map { "\($0): " } ?? "") + "\(subject): \(message)"
    }

    private static func text(_ first: TextPosition?) -> String {
        first.map { " (first at \($0))" } ?? ""
    }
}
