/// The heap memory that decoded values take, as an upper estimate, and its limit.
///
/// JSON is compact: each element of `[{},{}]` may decode to a struct of hundreds of bytes. A limit on the size of messages
/// therefore does not limit the memory of what they decode to.
struct JSONFootprint: Sendable {
    /// The estimate, in bytes.
    private(set) var size = 0

    /// The maximum size in bytes.
    var limit = Int.max

    /// The header of a heap object with its share of the allocator's rounding.
    static let object = 48

    /// Adds memory.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the limit is exceeded.
    mutating func add(_ count: Int) throws(VarlinkDecodingError) {
        size += count
        if size > limit { throw VarlinkDecodingError(.tooLarge(limit: limit)) }
    }

    /// Adds a string: up to 15 bytes of UTF-8 need no heap.
    mutating func add(_ text: String) throws(VarlinkDecodingError) {
        let count = text.utf8.count
        if count > 15 { try add(Self.object + count) }
    }
}
