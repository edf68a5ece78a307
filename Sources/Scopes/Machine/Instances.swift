/// An instance of any type, stored as one object.
///
/// An instance of a class is the object itself. Any other instance is in a box.
@usableFromInline
struct AnyInstance: @unchecked Sendable {
    // Unchecked, because `AnyObject` is not Sendable. The initializers accept Sendable values only.

    /// The instance of a class, or the box.
    @usableFromInline let object: AnyObject

    /// The object of the instance before its conversion; nil unless the scope has to close it or to check it for leaks.
    @usableFromInline let originalObject: AnyObject?

    @inlinable
    init<Value: Sendable>(_ value: Value) {
        self.init(value, isObject: Self.isObject(Value.self))
    }

    /// Creates an instance from a value; the caller states whether the type of the value is a class.
    @inlinable
    @inline(__always)
    init<Value: Sendable>(_ value: Value, isObject: Bool) {
        // The caller has checked the type. A checked cast to `AnyObject` takes a hundred nanoseconds.
        object = isObject ? unsafeBitCast(value, to: AnyObject.self) : Box(value)
        originalObject = nil
    }

    /// Creates a converted instance that also keeps the original.
    @inlinable
    init<Value: Sendable, Original: Sendable>(_ value: Value, convertedFrom original: Original) {
        object = AnyInstance(value).object
        originalObject = AnyInstance(original).object
    }

    /// Creates an instance from its object or its box.
    @inlinable
    @inline(__always)
    init(object: consuming AnyObject, originalObject: AnyObject? = nil) {
        self.object = object
        self.originalObject = originalObject
    }

    /// Returns whether a type is a class.
    ///
    /// The check is slow, so factories perform it once.
    @inlinable
    static func isObject<Value>(_ type: Value.Type) -> Bool {
        type is AnyObject.Type
    }

    /// Returns the instance as a value of the type with which it was stored.
    ///
    /// The value was stored under the key of its binding, and a requirement is met only by a binding whose key is the
    /// required type.
    @inlinable
    func value<Value>(as type: Value.Type) -> Value {
        value(as: type, isObject: Self.isObject(type))
    }

    @inlinable
    @inline(__always)
    func value<Value>(as type: Value.Type, isObject: Bool) -> Value {
        Self.value(in: object, as: type, isObject: isObject)
    }

    /// Returns the value of an object in a slot: the object itself, or the content of its box.
    @inlinable
    @inline(__always)
    static func value<Value>(in object: AnyObject, as type: Value.Type, isObject: Bool) -> Value {
        // A debug build checks the cast of the box.
        isObject ? unsafeBitCast(object, to: Value.self) : unsafeDowncast(object, to: Box<Value>.self).value
    }

    /// The instance before its conversion if the original is stored; otherwise this instance.
    var original: AnyInstance {
        originalObject.map { AnyInstance(object: $0) } ?? self
    }
}

/// A box around a value.
@usableFromInline
final class Box<Value> {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}

/// The instances of a scope: the slot of an instance is the index of its binding.
///
/// A slot is filled once, and emptied when the scope closes, both under the lock of the scope. An initializer reads the slots of
/// its arguments without the lock: they were filled before it runs, and the scope does not empty them while it reads.
///
/// The storage is a managed buffer, whose accesses are not checked for exclusivity at run time. With an array in a
/// variable of a class, these checks took a third of the time of a scope with five instances.
@usableFromInline
struct Slots: @unchecked Sendable {
    // Unchecked, because the elements are not Sendable. The rule above makes accesses safe, also without checks for
    // exclusivity.

    @usableFromInline let storage: ManagedBuffer<Header, AnyObject?>

    @usableFromInline
    struct Header {
        /// The number of slots.
        @usableFromInline let count: Int

        /// The slots of the scope above.
        @usableFromInline let outer: Slots?

        /// The slots of the scopes from which instances are imported.
        @usableFromInline let imported: [Slots]
    }

    private final class Storage: ManagedBuffer<Header, AnyObject?> {
        deinit {
            _ = withUnsafeMutablePointers { header, elements in elements.deinitialize(count: header.pointee.count) }
        }
    }

    /// Creates empty slots.
    init(count: Int, outer: Slots?, imported: [Slots]) {
        storage = Storage.create(minimumCapacity: count) { _ in Header(count: count, outer: outer, imported: imported) }
        storage.withUnsafeMutablePointerToElements { $0.initialize(repeating: nil, count: count) }
    }

    /// The slots of the scope above.
    @inlinable
    var outer: Slots? {
        @inline(__always) get { storage.withUnsafeMutablePointerToHeader { $0.pointee.outer } }
    }

    /// The slots of the scopes from which instances are imported.
    var imported: [Slots] { storage.withUnsafeMutablePointerToHeader { $0.pointee.imported } }

    /// The object in a slot, which must be filled.
    @inlinable
    subscript(_ slot: Int) -> AnyObject {
        @inline(__always) get {
            storage.withUnsafeMutablePointers { header, elements in
                Self.check(slot, header)
                return elements[slot]!
            }
        }
    }

    /// Returns the object in a slot, or nil when it is empty.
    @inline(__always)
    func object(in slot: Int) -> AnyObject? {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            return elements[slot]
        }
    }

    /// Fills a slot, which must be empty.
    @inline(__always)
    func fill(_ slot: Int, with object: AnyObject) {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            precondition(elements[slot] == nil, "a slot is filled once")
            elements[slot] = object
        }
    }

    /// Returns whether nothing else references the object in a slot.
    @inline(__always)
    func isUnique(_ slot: Int) -> Bool {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            return isKnownUniquelyReferenced(&elements[slot])
        }
    }

    /// Empties a slot.
    ///
    /// - Returns: The object that was in the slot.
    @inline(__always)
    func take(_ slot: Int) -> AnyObject? {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            return elements[slot].take()
        }
    }

    @inlinable
    @inline(__always)
    static func check(_ slot: Int, _ header: UnsafeMutablePointer<Header>) {
        precondition(UInt(bitPattern: slot) < UInt(bitPattern: header.pointee.count), "a slot that does not exist")
    }
}
