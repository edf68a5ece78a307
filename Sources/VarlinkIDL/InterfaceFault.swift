/// A breach of a rule of the interface language.
public struct InterfaceFault: Hashable, Sendable, CustomStringConvertible {
    /// Which rule is broken.
    public enum Kind: Hashable, Sendable {
        /// The interface's name is no reverse-domain name.
        case invalidInterfaceName(String)
        /// The name of a type, a method or an error breaks the rules.
        case invalidMemberName(String)
        /// The name of a field, a parameter or an enumeration's value breaks the rules.
        case invalidFieldName(String)
        /// Two members have one name; `first` is where the name stands first, if that is known.
        case duplicateMember(String, first: TextPosition?)
        /// Two entries of one list have one name; `first` is where the name stands first, if that is known.
        case duplicateField(String, first: TextPosition?)
        /// A type is named that the interface does not declare; `suggestion` is a name that is much like it.
        case unknownType(String, suggestion: String?)
        /// A method or an error is named where a type should be. The value says which, such as `method Add`.
        case notAType(String)
        /// A type is nullable twice: `??T`.
        case nestedNullable
        /// An enumeration has no values. Texts can't say so, trees made by hand can.
        case emptyEnumeration
        /// A structure holds itself, so that it has no finite value. The names on the way from the type to itself.
        case infiniteType(cycle: [String])
    }

    /// Which rule is broken.
    public let kind: Kind

    /// Which part of the interface it is about, such as `method Add, parameter title`.
    public let subject: String

    /// The way to that part in the tree.
    public let path: NodePath

    /// Where it stands, if the description was read from a text.
    public let position: TextPosition?

    /// The sentence for people: what is wrong and what to do, without subject and position.
    public var message: String {
        switch kind {
        case .invalidInterfaceName(let name):
            "'\(name)' can't name an interface: write a reverse-domain name such as 'org.example.Items', of letters, "
                + "digits and inner hyphens"
        case .invalidMemberName(let name):
            "'\(name)' can't name a type, a method or an error: begin with an uppercase letter, go on with letters and "
                + "digits"
        case .invalidFieldName(let name):
            "'\(name)' can't name a field or a value: begin with a letter, go on with letters, digits and single inner "
                + "underscores"
        case .duplicateMember(let name, let first):
            "the name '\(name)' is taken\(Self.place(first)); types, methods and errors share one namespace"
        case .duplicateField(let name, let first):
            "the name '\(name)' is taken\(Self.place(first)); names in a list must differ"
        case .unknownType(let name, let suggestion):
            "there is no type '\(name)' in this interface" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .notAType(let member):
            "expected the name of a type, but the interface declares it as \(member)"
        case .nestedNullable:
            "a type can't be nullable twice; write one '?'"
        case .emptyEnumeration:
            "an enumeration needs a value; '()' would be read as an empty structure"
        case .infiniteType(let cycle):
            "the type holds itself and so has no end (\(cycle.joined(separator: " → "))); put '?', '[]' or '[string]' "
                + "before one of these fields' types"
        }
    }

    /// Position, subject and sentence: `LINE:COLUMN: SUBJECT: MESSAGE`; without the first where it is not known.
    public var description: String {
        (position.map { "\($0): " } ?? "") + "\(subject): \(message)"
    }

    private static func place(_ position: TextPosition?) -> String {
        position.map { " at \($0)" } ?? ""
    }
}

extension InterfaceDescription {
    /// Finds everything in the description that breaks a rule of the language.
    ///
    /// The rules are about names, duplicates, unknown types, `??`, enumerations without values, and structures without
    /// end.
    ///
    /// - Returns: The faults in the order of the tree; none for a valid description.
    public func faults() -> [InterfaceFault] {
        Checker(self, positions: [:]).faults()
    }
}
