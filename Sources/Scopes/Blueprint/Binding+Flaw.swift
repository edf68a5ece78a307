extension Binding {
    /// Why nobody could ask for a key.
    enum Flaw: Sendable {
        case optional
        case nothing
        case parameter

        init?<K>(of key: K.Type) {
            if key is any AnyOptional.Type {
                self = .optional
            } else if key == Void.self {
                self = .nothing
            } else if key is any Parameter.Type {
                self = .parameter
            } else {
                return nil
            }
        }

        var reason: String {
            switch self {
            case .optional: "an initialiser that can fail with nil, or a conversion that gives an optional, was bound"
            case .nothing: "what was bound makes nothing"
            case .parameter: "a parameter of that type means something else than an instance of it"
            }
        }

        var remedy: String {
            switch self {
            case .optional: "bind a closure that makes an instance, or throws when it can't"
            case .nothing: "bind what makes an instance; for something to do at opening, use `afterCreation`"
            case .parameter: "provide or contribute what is asked for by it"
            }
        }
    }
}

/// Tells optionals from other types.
private protocol AnyOptional {}

extension Optional: AnyOptional {}
