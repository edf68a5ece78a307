extension Binding {
    /// Why nobody could ask for a key, or why nothing can be handed what it needs.
    enum Flaw: Sendable {
        case optional
        case nothing
        case parameter
        case unnamedNeed

        init?<K>(of key: K.Type, isNamed: Bool, _ needs: [Need], _ role: Role) {
            if isNamed {
                // What it is handed is read as what has a name lies in its slot.
                if needs.allSatisfy(\.isNamed) { return nil }
                self = .unnamedNeed
            } else if role == .scene || role == .afterCreation {
                return nil
            } else if key is any AnyOptional.Type {
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
            case .unnamedNeed: "a binding that has a name can be handed only what has one, too"
            }
        }

        var remedy: String {
            switch self {
            case .optional: "bind a closure that makes an instance, or throws when it can't"
            case .nothing: "bind what makes an instance; for something to do at opening, use `afterCreation`"
            case .parameter: "provide or contribute what is asked for by it"
            case .unnamedNeed: "ask by `Need(named:)` for what is declared by a name, or declare this one by its type"
            }
        }
    }
}

/// Tells optionals from other types.
private protocol AnyOptional {}

extension Optional: AnyOptional {}
