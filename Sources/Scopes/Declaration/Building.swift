/// The proof that a scope creates the object, as the parameter of an initializer.
///
/// Only a scope can create one, so other code can't call an initializer with such a parameter:
///
/// ```swift
/// struct ItemList: Sendable {
///     let store: any ItemStore
///
///     init(store: any ItemStore, _: Building) { self.store = store }
/// }
/// ```
public struct Building: Sendable {
    /// The path of the scope that creates the object.
    public let scope: String
}

extension Building: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Building.self), kind: .building, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Building> { source in Building(scope: source.context.path) }
    }
}
