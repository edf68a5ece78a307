/// Writes one JSON value as bytes without spaces, in the order of the calls.
///
/// The caller follows the structure of JSON: in an object, each value is written with ``field(_:_:)`` or after
/// ``key(_:)``. A value that cannot be written does not stop the writer; ``finish()`` throws the error of that value.
public struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8]

    /// Whether a comma precedes the next element or key.
    private var needsComma = false

    /// The error of the first value that cannot be written.
    private var fault: VarlinkEncodingError?

    /// Creates an empty writer.
    public init() {
        self.init(capacity: 256)
    }

    /// Creates an empty writer with an initial capacity in bytes.
    init(capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// The number of bytes written.
    var count: Int { bytes.count }

    /// Returns the bytes of the value.
    ///
    /// - Throws: ``VarlinkEncodingError`` of the first value that could not be written.
    public consuming func finish() throws(VarlinkEncodingError) -> [UInt8] {
        if let fault { throw fault }
        return bytes
    }

    /// Returns the bytes, with null in place of floats that are not finite.
    consuming func finishAnyway() -> [UInt8] {
        bytes
    }

    /// Returns the bytes of ``finishAnyway()`` and the NUL that ends a message.
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

    /// Writes the comma before an element if required.
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

    /// Ends the innermost object.
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

    /// Ends the innermost array.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the key of a member.
    ///
    /// The value of the member must follow.
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

    /// Writes a member of an object, or nothing if the value is nil.
    public mutating func optionalField<Value: VarlinkValue>(_ name: String, _ value: Value?) {
        if let value { field(name, value) }
    }
}
