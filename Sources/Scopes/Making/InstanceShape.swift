/// The shape of a slot for what an initialiser makes, of type `T`, and what that is converted to, of type `K`.
final class InstanceShape<T: Sendable, K: Sendable>: SlotShape, @unchecked Sendable {
    // Unchecked, because a class that inherits can't be checked. Everything in it is constant.

    private let onClose: (@Sendable (T) async throws -> Void)?
    private let watch: Watch

    /// What is known beforehand of objects whose end is watched.
    private enum Watch: Sendable {
        case nothing
        case object
        /// The instance is an existential, so that it has to be asked.
        case perhaps
    }

    /// - Parameters:
    ///   - settings: The options of the binding.
    ///   - isGiven: Whether the instance is handed to the scope, which then neither closes nor watches it by itself.
    ///   - isConverted: Whether there is a conversion.
    init(_ settings: BindingSettings<T>, isGiven: Bool, isConverted: Bool) {
        let kind = TypeKind(T.self)
        onClose = settings.isOwnedElsewhere ? nil : settings.onClose
        let isWatched = !isGiven && !settings.isOwnedElsewhere
        let closing: Closing =
            if onClose != nil {
                .always
            } else if !isWatched {
                .never
            } else if T.self is any Closable.Type {
                .always
            } else {
                kind == .value ? .never : .perhaps
            }
        watch =
            switch kind {
            case .value: .nothing
            case .object: isWatched ? .object : .nothing
            case .existential: isWatched ? .perhaps : .nothing
            }
        let keepsOriginal = isConverted && (closing != .never || watch == .object)
        let shared = MemoryLayout<K>.self
        let original = MemoryLayout<T>.self
        let originalOffset =
            keepsOriginal ? (max(shared.size, 1) + original.alignment - 1) & ~(original.alignment - 1) : 0
        let removal: Removal =
            if keepsOriginal {
                .any
            } else if _isPOD(K.self) {
                .trivial
            } else if TypeKind(K.self) == .object {
                watch == .object ? .watchedReference : .reference
            } else {
                .any
            }
        super.init(
            size: keepsOriginal ? originalOffset + original.size : shared.size,
            alignment: keepsOriginal ? max(shared.alignment, original.alignment) : shared.alignment,
            originalOffset: originalOffset, removal: removal, closing: closing,
            quietType: kind == .object && closing == .perhaps ? ObjectIdentifier(T.self) : nil)
    }

    override func fill(
        _ cell: AnyCell, from slot: UnsafeMutableRawPointer, owner: AnyObject, isProvisional: Bool
    ) {
        // A cell is found by the key of its slot, and key and slot are of one type.
        unsafeDowncast(cell, to: Cell<K>.self)
            .set(slot.assumingMemoryBound(to: K.self).pointee, owner: owner, isProvisional: isProvisional)
    }

    override func closingAction(of slot: UnsafeMutableRawPointer) -> (@Sendable () async throws -> Void)? {
        if closing == .never { return nil }
        let instance = original(in: slot)
        if let onClose { return { try await onClose(instance) } }
        guard let closable = instance as? any Closable else { return nil }
        return { try await closable.close() }
    }

    override func remove(from slot: UnsafeMutableRawPointer) -> AnyObject? {
        if case .object = watch {
            if originalOffset != 0 { slot.assumingMemoryBound(to: K.self).deinitialize(count: 1) }
            // An instance of a class, and nothing else, is a reference to an object.
            return (slot + originalOffset).assumingMemoryBound(to: AnyObject.self).move()
        }
        var watched: AnyObject?
        if case .perhaps = watch {
            let instance = original(in: slot)
            if type(of: instance as Any) is AnyClass { watched = instance as AnyObject }
        }
        slot.assumingMemoryBound(to: K.self).deinitialize(count: 1)
        if originalOffset != 0 { (slot + originalOffset).assumingMemoryBound(to: T.self).deinitialize(count: 1) }
        return watched
    }

    /// The instance as the initialiser made it.
    private func original(in slot: UnsafeMutableRawPointer) -> T {
        // Where it is not kept apart, nothing was converted, and `K` is `T`.
        (slot + originalOffset).assumingMemoryBound(to: T.self).pointee
    }
}

/// What kind of type a type is, as far as the life of its instances goes.
enum TypeKind: Sendable {
    /// A class or an actor.
    case object
    /// A protocol, so that the instance says what it is.
    case existential
    /// Anything else.
    case value

    init<T>(_ type: T.Type) {
        if type is AnyObject.Type {
            self = .object
        } else if _typeName(Swift.type(of: type), qualified: false).hasSuffix(".Protocol") {
            // The metatype of `any P` is `P.Protocol`, that of any other type `T.Type`.
            self = .existential
        } else {
            self = .value
        }
    }
}
