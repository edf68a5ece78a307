/// The instances of a scope, by slot.
///
/// The task that opens the scope fills the slots before any other task can access them. Then they remain unchanged, and
/// are read without a lock, until the task that closes the scope empties them. A closing scope rejects reads before it
/// empties the slots.
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

        /// The objects before their conversion, by slot, for instances that the scope has to close or to check for
        /// leaks.
        var originals: [Int: AnyObject]?
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

    /// The number of slots.
    var count: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.count } }

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

    /// The instance in a slot, or nil when it is empty.
    func instance(in slot: Int) -> AnyInstance? {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            return elements[slot].map { AnyInstance(object: $0) }
        }
    }

    /// Fills a slot, which must be empty.
    @inline(__always)
    func fill(_ slot: Int, with instance: consuming AnyInstance) {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            precondition(elements[slot] == nil, "a slot is filled once")
            if let original = instance.originalObject {
                if header.pointee.originals == nil { header.pointee.originals = [:] }
                header.pointee.originals?[slot] = original
            }
            elements[slot] = instance.object
        }
    }

    /// Empties a slot.
    ///
    /// - Returns: The instance that was in the slot.
    @inline(__always)
    func take(_ slot: Int) -> AnyInstance? {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            guard let object = elements[slot].take() else { return nil }
            if header.pointee.originals == nil { return AnyInstance(object: object) }
            return AnyInstance(object: object, originalObject: header.pointee.originals?.removeValue(forKey: slot))
        }
    }

    /// Empties a slot if nothing else references the object in it.
    ///
    /// - Returns: Whether the slot is empty now.
    @inline(__always)
    func takeIfUnique(_ slot: Int) -> Bool {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            guard elements[slot] == nil || isKnownUniquelyReferenced(&elements[slot]) else { return false }
            elements[slot] = nil
            return true
        }
    }

    /// Returns whether a slot contains an object of exactly this type.
    @inline(__always)
    func contains(_ type: ObjectIdentifier, in slot: Int) -> Bool {
        storage.withUnsafeMutablePointers { header, elements in
            Self.check(slot, header)
            guard let object = elements[slot] else { return false }
            return ObjectIdentifier(Swift.type(of: object)) == type
        }
    }

    /// Empties all slots.
    func removeAll() {
        for slot in 0..<count { _ = take(slot) }
    }

    @inlinable
    @inline(__always)
    static func check(_ slot: Int, _ header: UnsafeMutablePointer<Header>) {
        precondition(UInt(bitPattern: slot) < UInt(bitPattern: header.pointee.count), "a slot that does not exist")
    }
}
