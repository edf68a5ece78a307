extension InterfaceDescription {
    /// A named structure or enumeration: `type NAME (…)`.
    public struct TypeDeclaration: Hashable, Sendable {
        /// The unqualified name: an uppercase letter, then letters and digits.
        public var name: String

        /// The comment above the keyword `type`.
        public var documentation: Documentation

        /// The fields or values.
        public var definition: Definition

        /// Creates a type declaration.
        ///
        /// - Parameters:
        ///   - name: The unqualified name, such as `Item`.
        ///   - documentation: The comment. Default: none.
        ///   - definition: The fields of a structure or the values of an enumeration.
        public init(name: String, documentation: Documentation = Documentation(), definition: Definition) {
            self.name = name
            self.documentation = documentation
            self.definition = definition
        }
    }

    /// The fields of a structure, or the values of an enumeration.
    public enum Definition: Hashable, Sendable {
        /// `(name: type, …)`, or `()`.
        case structure([Field])
        /// `(name, …)`. Not empty in a valid description, because `()` is a structure.
        case enumeration([EnumValue])
    }
}
