/// An instance of any type, stored as one object.
///
/// An instance of a class is the object itself. Any other instance is in a box.
@usableFromInline
struct AnyInstance: @unchecked Sendable {
    // Unchecked, because `AnyObject` is not Sendable. The initializers accept Sendable values only.

    /// The instance of a class, or the box.
    @usableFromInline var object: AnyObject

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
