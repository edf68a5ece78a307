extension InterfaceDescription {
    /// A name with a type: a field of a structure, a parameter of a method or an error, a field of a reply.
    public struct Field: Hashable, Sendable {
        /// A letter, then letters and digits; single underscores may stand between two of them.
        public var name: String

        /// The comment above the field.
        public var documentation: Documentation

        /// The type of its values.
        public var type: TypeExpression

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - type: The type of its values.
        ///   - documentation: The comment above it; none by default.
        public init(name: String, type: TypeExpression, documentation: Documentation = Documentation()) {
            self.name = name
            self.documentation = documentation
            self.type = type
        }
    }

    /// One of the names that make an enumeration.
    public struct EnumValue: Hashable, Sendable {
        /// A letter, then letters and digits; single underscores may stand between two of them.
        public var name: String

        /// The comment above the value.
        public var documentation: Documentation

        /// Makes a value.
        ///
        /// - Parameters:
        ///   - name: Its name, which is also the JSON string that stands for it.
        ///   - documentation: The comment above it; none by default.
        public init(name: String, documentation: Documentation = Documentation()) {
            self.name = name
            self.documentation = documentation
        }
    }
}
