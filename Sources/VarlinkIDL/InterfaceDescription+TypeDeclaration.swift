extension InterfaceDescription {
    /// A structure or an enumeration that has a name: `type NAME (…)`.
    public struct TypeDeclaration: Hashable, Sendable {
        /// The bare name: an uppercase letter, then letters and digits.
        public var name: String

        /// The comment above the word `type`.
        public var documentation: Documentation

        /// What stands in the parentheses.
        public var definition: Definition

        /// Makes a declaration.
        ///
        /// - Parameters:
        ///   - name: The bare name.
        ///   - documentation: The comment above it; none by default.
        ///   - definition: The fields of a structure or the values of an enumeration.
        public init(name: String, documentation: Documentation = Documentation(), definition: Definition) {
            self.name = name
            self.documentation = documentation
            self.definition = definition
        }
    }

    /// What parentheses hold: the fields of a structure, or the values of an enumeration.
    public enum Definition: Hashable, Sendable {
        /// `(name: type, …)`; also `()`, a structure without fields.
        case structure([Field])
        /// `(name, …)`; never empty in a valid description, since `()` is a structure.
        case enumeration([EnumValue])
    }
}
