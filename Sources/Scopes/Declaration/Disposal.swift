/// The way in which the instances of a binding are closed and checked for leaks.
struct Disposal: Sendable {
    /// Whether an instance has to be closed.
    enum Closing: Comparable, Sendable {
        /// The instance is never closed.
        case never
        /// The instance is closed if its dynamic type is ``Closable``.
        case perhaps
        /// The instance is always closed.
        case always
    }

    /// Whether the scope checks the instance for leaks.
    let isWatched: Bool

    /// Whether a slot contains the instance itself, and the instance is checked for leaks.
    let isWatchedObject: Bool

    /// Whether a converted instance is stored together with its original.
    let keepsOriginal: Bool

    /// Whether the scope closes the instance if it is ``Closable``.
    private let isOwned: Bool

    /// The identity of the type that the initializer creates.
    private let identity: ObjectIdentifier

    private let kind: TypeKind

    /// Closes an instance: the closure of ``BindingOption/onClose(_:)``.
    private let onClose: (@Sendable (AnyInstance) -> @Sendable () async throws -> Void)?

    /// Returns whether the type is ``Closable``.
    ///
    /// The cast of a type that does not conform searches all conformances of the program, which takes tens of microseconds.
    /// It is therefore deferred until an instance is closed.
    private let isClosable: @Sendable () -> Bool

    /// Returns the instance as a `Closable`, or nil if it does not conform.
    private let closable: @Sendable (AnyInstance) -> (any Closable)?

    /// Returns the object to check for leaks, or nil if the instance is not an object.
    private let watchedObject: @Sendable (AnyInstance) -> AnyObject?

    /// - Parameters:
    ///   - settings: The options of the binding.
    ///   - key: The type of the slot.
    ///   - isGiven: Whether the instance is passed to the scope, which then neither closes it nor checks it for leaks.
    ///   - isConverted: Whether the factory converts the instance to the key.
    init<T: Sendable, K: Sendable>(_ settings: BindingSettings<T>, _ key: K.Type, isGiven: Bool, isConverted: Bool) {
        let kind = TypeKind(T.self)
        let onClose = settings.isOwnedElsewhere ? nil : settings.onClose
        let isOwned = !isGiven && !settings.isOwnedElsewhere
        let isWatched = isOwned && kind != .value
        (self.kind, self.isOwned, self.isWatched) = (kind, isOwned, isWatched)
        isClosable = { T.self is any Closable.Type }
        identity = ObjectIdentifier(T.self)
        keepsOriginal = isConverted && (isOwned || onClose != nil)
        isWatchedObject = isWatched && !isConverted && kind == .object
        if let onClose {
            self.onClose = { instance in
                let value = instance.original.value(as: T.self)
                return { try await onClose(value) }
            }
        } else {
            self.onClose = nil
        }
        closable = { instance in instance.original.value(as: T.self) as? any Closable }
        watchedObject = { instance in
            let value = instance.original.value(as: T.self)
            return type(of: value as Any) is AnyClass ? value as AnyObject : nil
        }
    }

    /// Whether an instance has to be closed.
    var closing: Closing {
        if onClose != nil { return .always }
        if !isOwned { return .never }
        if isClosable() { return .always }
        return kind == .value ? .never : .perhaps
    }

    /// The identity of a class that is not ``Closable``; only instances of its subclasses may have to be closed.
    var quietType: ObjectIdentifier? { isWatchedObject && closing == .perhaps ? identity : nil }

    /// Returns the closure that closes an instance, or nil when no action is required.
    func closingAction(of instance: AnyInstance) -> (@Sendable () async throws -> Void)? {
        if let onClose { return onClose(instance) }
        guard closing != .never, let closable = closable(instance) else { return nil }
        return { try await closable.close() }
    }

    /// Returns the object to check for leaks, or nil if there is none.
    func watchedObject(of instance: AnyInstance) -> AnyObject? {
        isWatched ? watchedObject(instance) : nil
    }
}

/// The kind of a type, which determines whether its instances are checked for leaks.
private enum TypeKind: Sendable {
    /// A class or an actor.
    case object
    /// A protocol type. The dynamic type of the instance determines the kind.
    case existential
    /// Any other type.
    case value

    init<T>(_ type: T.Type) {
        if type is AnyObject.Type {
            self = .object
        } else if TypeMetadata(of: type).isExistential {
            self = .existential
        } else {
            self = .value
        }
    }
}
