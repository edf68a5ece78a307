extension InterfaceDescription {
    /// An error that methods of the interface may return: `error NAME (parameters)`.
    public struct ErrorDeclaration: Hashable, Sendable {
        /// The unqualified name: an uppercase letter, then letters and digits.
        public var name: String

        /// The comment above the keyword `error`.
        public var documentation: Documentation

        /// The parameters.
        public var parameters: [Field]

        /// Creates an error declaration.
        ///
        /// - Parameters:
        ///   - name: The unqualified name, such as `NoSuchItem`.
        ///   - documentation: The comment. Default: none.
        ///   - parameters: The parameters. Default: none.
        public init(name: String, documentation: Documentation = Documentation(), parameters: [Field] = []) {
            self.name = name
            self.documentation = documentation
            self.parameters = parameters
        }
    }
}
