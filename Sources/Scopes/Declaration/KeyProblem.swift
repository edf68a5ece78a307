/// The reason why no requirement can name the key of a binding.
enum KeyProblem: Sendable {
    case optional
    case void
    case parameter

    /// Determines the problem of a key; nil if requirements can name the key.
    init?<K>(of key: K.Type) {
        if let parameter = parameterType(key) {
            self = parameter.requirement.isOptional ? .optional : .parameter
        } else if key == Void.self {
            self = .void
        } else {
            return nil
        }
    }

    var reason: String {
        switch self {
        case .optional: "the initializer is failable, or the conversion returns an optional"
        case .void: "the initializer returns nothing"
        case .parameter: "as a parameter, that type has a special meaning"
        }
    }

    var remedy: String {
        switch self {
        case .optional: "bind a closure that returns an instance, or throws an error"
        case .void: "bind an initializer that returns an instance; for an action at opening, use `afterCreation`"
        case .parameter: "provide or contribute the type that it wraps"
        }
    }
}
