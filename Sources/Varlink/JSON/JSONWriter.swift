/// Writes one JSON value as bytes, without spaces, in the order of the calls.
///
/// The caller follows the shape of JSON: in an object each value is written by ``field(_:_:)`` or after ``key(_:)``.
/// What can't be written does not stop the writer; ``finish()`` throws it.
public struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8]

    /// Whether the next element or key has one before it in its container.
    private var needsComma = false

    /// The first thing that can't be written.
    private var fault: VarlinkEncodingError?

    /// An empty writer.
    public init() {
        self.init(capacity: 256)
    }

    /// An empty writer with room for so many bytes; for more it grows.
    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// How many bytes have been written.
    var count: Int { bytes.count }

    /// The bytes of the value.
    ///
    /// - Throws: ``VarlinkEncodingError``, the first thing that could not be written.
    public consuming func finish() throws(VarlinkEncodingError) -> [UInt8] {
        if let fault { throw fault }
        return bytes
    }

    /// The bytes, with something else in the place of what can't be written: null for a float that is not finite.
    consuming func finishAnyway() -> [UInt8] {
        bytes
    }

    /// The bytes as a message: as ``finishAnyway()`` has them, with the NUL that ends it.
    consuming func finishMessage() -> [UInt8] {
        bytes.append(0)
        return bytes
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ text: StaticString) {
        // Safe: the bytes of a literal live as long as the program.
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(contentsOf text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(contentsOf piece: Slice<UnsafeBufferPointer<UInt8>>) {
        bytes.append(contentsOf: piece)
    }

    mutating func append(_ encoded: EncodedJSON) {
        beginValue()
        bytes.append(contentsOf: encoded.bytes[encoded.range])
    }

    mutating func record(_ newFault: VarlinkEncodingError) {
        if fault == nil { fault = newFault }
    }

    /// Writes the comma before an element, where it needs one.
    mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// MARK: - Containers

extension JSONWriter {
    /// Begins an object.
    public mutating func beginObject() {
        beginValue()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends the object that was begun last.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins an array.
    public mutating func beginArray() {
        beginValue()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Ends the array that was begun last.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the key of a member, whose value must follow.
    public mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member of an object.
    public mutating func field<Value: VarlinkValue>(_ name: String, _ value: Value) {
        key(name)
        value.write(to: &self)
    }

    /// Writes a member of an object, or nothing when the value is nil.
    public mutating func optionalField<Value: VarlinkValue>(_ name: String, _ value: Value?) {
        if let value { field(name, value) }
    }
}
