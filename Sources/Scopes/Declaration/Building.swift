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
///
/// The value is valid while the initializer runs. Swift 6.3 can't prevent an initializer from storing it: a type that
/// can't escape can't be an element of a parameter pack. Each use of a stored value throws ``BuildingEnded``.
public struct Building: Sendable {
    let site: ConstructionSite

    /// The path of the scope that creates the object.
    ///
    /// - Throws: ``BuildingEnded`` when the initializer that received the value has returned.
    public var scope: String {
        get throws(BuildingEnded) { try site.currentScope }
    }
}

extension Building: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Building.self), kind: .building, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<Building> { source in
            guard let site = source.site else {
                preconditionFailure("\(source.context.path): a factory with a Building runs at a construction site")
            }
            return Building(site: site)
        }
    }
}
