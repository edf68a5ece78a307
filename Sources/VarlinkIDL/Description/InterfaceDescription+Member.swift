extension InterfaceDescription {
    /// A member of an interface: a type, a method or an error.
    public enum Member: Hashable, Sendable {
        /// `type NAME (…)`
        case type(TypeDeclaration)
        /// `method NAME(…) -> (…)`
        case method(Method)
        /// `error NAME (…)`
        case error(ErrorDeclaration)

        /// The unqualified name.
        public var name: String {
            switch self {
            case .type(let declaration): declaration.name
            case .method(let method): method.name
            case .error(let declaration): declaration.name
            }
        }

        /// The comment above the member.
        public var documentation: Documentation {
            switch self {
            case .type(let declaration): declaration.documentation
            case .method(let method): method.documentation
            case .error(let declaration): declaration.documentation
            }
        }
    }
}
