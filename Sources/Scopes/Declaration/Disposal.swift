/// The way in which the instances of a binding are closed and checked for leaks.
///
/// The type that the initializer creates decides, unless an instance has another dynamic type: a subclass, or the content of a
/// protocol type.
final class Disposal: Sendable {
    /// Whether a converted instance is stored together with its original.
    let keepsOriginal: Bool

    /// Whether the type is ``Closable``.
    ///
    /// The cast of a type that does not conform searches all conformances of the program, so that a plan performs it once,
    /// when the first of its scopes closes.
    let isClosable: @Sendable () -> Bool

    /// Whether the scope closes the instance if it is ``Closable``, and checks it for leaks.
    let isOwned: Bool

    /// Whether the type is a class.
    private let isObject: Bool

    /// Whether a slot contains the instance of a class itself, and not its conversion.
    let isObjectItself: Bool

    /// The identity of the type.
    private let identity: ObjectIdentifier

    /// Returns an instance as its dynamic type, or nil if that is the type itself.
    private let otherType: @Sendable (AnyInstance) -> Any?

    /// Returns the instance as a `Closable`, or nil if it does not conform.
    private let closable: @Sendable (AnyInstance) -> (any Closable)?

    /// Closes an instance: the closure of ``BindingOption/onClose(_:)``.
    private let onClose: (@Sendable (AnyInstance) -> @Sendable () async throws -> Void)?

    /// - Parameters:
    ///   - settings: The options of the binding.
    ///   - isGiven: Whether the instance is passed to the scope, which then neither closes it nor checks it for leaks.
    ///   - isConverted: Whether the factory converts the instance to the key.
    init<T: Sendable>(_ settings: BindingSettings<T>, isGiven: Bool, isConverted: Bool) {
        let isObject = AnyInstance.isObject(T.self)
        let onClose = settings.isOwnedElsewhere ? nil : settings.onClose
        isOwned = !isGiven && !settings.isOwnedElsewhere
        keepsOriginal = isConverted && (isOwned || onClose != nil)
        self.isObject = isObject
        isObjectItself = isObject && !isConverted
        identity = ObjectIdentifier(T.self)
        isClosable = { T.self is any Closable.Type }
        otherType = { instance in
            let value = instance.original.value(as: T.self, isObject: isObject) as Any
            if type(of: value) == T.self { return nil }
            return value
        }
        closable = { instance in instance.original.value(as: T.self, isObject: isObject) as? any Closable }
        guard let onClose else {
            self.onClose = nil
            return
        }
        self.onClose = { instance in
            let value = instance.original.value(as: T.self, isObject: isObject)
            return { try await onClose(value) }
        }
    }

    /// Returns whether an instance may have to be closed.
    ///
    /// - Parameters:
    ///   - instance: The instance; nil for one that was never created.
    ///   - isClosable: The result of ``isClosable``.
    /// - Returns: Whether ``closingAction(of:)`` may return a closure.
    func mayClose(_ instance: AnyInstance?, _ isClosable: Bool) -> Bool {
        guard let instance else { return false }
        return onClose != nil || isOwned && (isClosable || hasOtherType(instance))
    }

    /// Returns the closure that closes an instance, or nil when no action is required.
    func closingAction(of instance: AnyInstance) -> (@Sendable () async throws -> Void)? {
        if let onClose { return onClose(instance) }
        guard isOwned, let closable = closable(instance) else { return nil }
        return { try await closable.close() }
    }

    /// Returns the object to check for leaks, or nil if there is none.
    func watchedObject(of instance: AnyInstance) -> AnyObject? {
        guard isOwned else { return nil }
        if isObject { return instance.original.object }
        return otherType(instance).flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
    }

    private func hasOtherType(_ instance: AnyInstance) -> Bool {
        if isObjectItself { return ObjectIdentifier(type(of: instance.object)) != identity }
        return isObject ? ObjectIdentifier(type(of: instance.original.object)) != identity : otherType(instance) != nil
    }
}
