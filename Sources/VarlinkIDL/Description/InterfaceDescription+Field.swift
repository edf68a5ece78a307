extension InterfaceDescription {
    /// A named value with a type: a field of a structure or a reply, or a parameter of a method or an error.
    public struct Field: Hashable, Sendable {
        /// The name: a letter, then letters and digits, which single underscores may separate.
        public var name: String

        /// The comment above the field.
        public var documentation: Documentation

        /// The type.
        public var type: TypeExpression

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: The name, which is also the key in JSON.
        ///   - type: The type of the value.
        ///   - documentation: The comment. Default: none.
        public init(name: String, type: TypeExpression, documentation: Documentation = Documentation()) {
            self.name = name
            self.documentation = documentation
            self.type = type
        }
    }

    /// A value of an enumeration.
    public struct EnumValue: Hashable, Sendable {
        /// The name: a letter, then letters and digits, which single underscores may separate.
        public var name: String

        /// The comment above the value.
        public var documentation: Documentation

        /// Creates a value.
        ///
        /// - Parameters:
        ///   - name: The name, which is also the JSON string of the value.
        ///   - documentation: The comment. Default: none.
        public init(name: String, documentation: Documentation = Documentation()) {
            self.name = name
            self.documentation = documentation
        }
    }
}
