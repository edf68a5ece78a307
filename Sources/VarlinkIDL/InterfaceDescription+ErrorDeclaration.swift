extension InterfaceDescription {
    /// An error that methods of the interface may end with: `error NAME (parameters)`.
    public struct ErrorDeclaration: Hashable, Sendable {
        /// The bare name: an uppercase letter, then letters and digits.
        public var name: String

        /// The comment above the word `error`.
        public var documentation: Documentation

        /// What describes the error; often nothing.
        public var parameters: [Field]

        /// Makes an error.
        ///
        /// - Parameters:
        ///   - name: The bare name.
        ///   - documentation: The comment above it; none by default.
        ///   - parameters: What describes the error; nothing by default.
        public init(name: String, documentation: Documentation = Documentation(), parameters: [Field] = []) {
            self.name = name
            self.documentation = documentation
            self.parameters = parameters
        }
    }
}
