/// An upper estimate of the heap memory of decoded values, and its limit.
///
/// JSON is compact: each element of `[{},{}]` may decode to a struct of hundreds of bytes. A limit on the size of
/// messages therefore does not limit the memory of the decoded values.
struct JSONFootprint: Sendable {
    /// The estimate, in bytes.
    private(set) var size = 0

    /// The maximum size in bytes.
    var limit = Int.max

    /// The size of a heap object's header, including the rounding of the allocator.
    static let object = 48

    /// Adds a number of bytes to the estimate.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the limit is exceeded.
    mutating func add(_ count: Int) throws(VarlinkDecodingError) {
        size += count
        if size > limit { throw VarlinkDecodingError(.tooLarge(limit: limit)) }
    }

    /// Adds the memory of a string.
    ///
    /// Up to 15 bytes of UTF-8 need no heap memory.
    mutating func add(_ text: String) throws(VarlinkDecodingError) {
        let count = text.utf8.count
        if count > 15 { try add(Self.object + count) }
    }
}
