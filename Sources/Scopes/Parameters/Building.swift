/// The proof that a scope is making the object, as the parameter of an initialiser.
///
/// Only a scope can make one, so that an initialiser that takes it can't be called by hand:
///
/// ```swift
/// struct ItemList: Sendable {
///     let store: any ItemStore
///
///     init(store: any ItemStore, _: Building) { self.store = store }
/// }
/// ```
public struct Building: Sendable {
    /// The path of the scope that makes the object.
    public let scope: String
}

extension Building: Parameter {
    static var need: Need {
        Need(key: BindingKey(Building.self), kind: .building, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Building> { core in Building(scope: core.path) }
    }
}
