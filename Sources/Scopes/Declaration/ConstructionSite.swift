/// The creation of one object: the values that its initializer can request with its ``Building``.
///
/// The site is empty after the initializer has returned, so that a stored ``Building`` keeps no instance alive.
final class ConstructionSite: Sendable {
    private let scope: String

    /// The values by type; nil after the initializer has returned.
    private let values: Lock<[ObjectIdentifier: AnyInstance]?>

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - scope: The path of the scope that creates the object.
    ///   - values: The values by type.
    init(of scope: String, _ values: [ObjectIdentifier: AnyInstance]) {
        self.scope = scope
        self.values = Lock(values)
    }

    /// The path of the scope that creates the object.
    var currentScope: String {
        get throws(BuildingEnded) {
            if values.withLock({ $0 == nil }) { throw BuildingEnded(scope: scope) }
            return scope
        }
    }

    /// Returns the value of a type.
    ///
    /// - Throws: ``UndeclaredDependency`` when the type is not declared; ``BuildingEnded`` after the initializer has
    ///   returned.
    func value<Value: Sendable>(_ type: Value.Type, at location: BindingLocation) throws -> Value {
        guard let values = values.withLock({ $0 }) else { throw BuildingEnded(scope: scope) }
        guard let instance = values[ObjectIdentifier(type)] else {
            throw UndeclaredDependency(key: BindingKey(type), location: location)
        }
        return instance.value(as: type)
    }

    /// Removes the values, because the initializer has returned or failed.
    func end() {
        // The values are released after the lock.
        _ = values.withLock { $0.take() }
    }
}
