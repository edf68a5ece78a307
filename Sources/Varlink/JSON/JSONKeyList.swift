/// The keys of the objects that a scanner has entered, used to detect duplicates.
struct JSONKeyList {
    /// A key: a range of the scanned bytes, or of ``unescaped``.
    private struct Key {
        /// The offset of the opening quotation mark.
        var offset: Int
        var start: Int
        var count: Int
        var isUnescaped: Bool
    }

    /// The maximum number of keys that are compared pairwise.
    ///
    /// More keys are sorted first, so that n keys take at most O(n log n) comparisons.
    private static let fewKeys = 8

    private var keys: [Key] = []

    /// The text of the keys that contain escapes.
    private var unescaped: [UInt8] = []

    var count: Int { keys.count }

    /// Adds the key between `start`, its opening quotation mark, and `end`, the offset after its closing quotation
    /// mark.
    mutating func append(start: Int, end: Int, hasEscapes: Bool, of bytes: [UInt8]) {
        if hasEscapes {
            var reader = JSONReader(trusting: bytes, from: start, to: end)
            let text = reader.readString().utf8
            keys.append(Key(offset: start, start: unescaped.count, count: text.count, isUnescaped: true))
            unescaped.append(contentsOf: text)
        } else {
            keys.append(Key(offset: start, start: start + 1, count: end - start - 2, isUnescaped: false))
        }
    }

    /// Removes the keys of one object, which are all keys from an index on.
    ///
    /// - Returns: The offset of the first duplicate key, or nil.
    mutating func removeKeys(from first: Int, of bytes: [UInt8]) -> Int? {
        let count = keys.count - first
        defer { keys.removeLast(count) }
        if count < 2 { return nil }
        if count <= Self.fewKeys {
            for later in first + 1..<keys.count {
                for earlier in first..<later where compare(keys[earlier], keys[later], bytes) == 0 {
                    return keys[later].offset
                }
            }
            return nil
        }
        let sorted = keys[first...].sorted { left, right in
            let order = compare(left, right, bytes)
            return order == 0 ? left.offset < right.offset : order < 0
        }
        return zip(sorted, sorted.dropFirst())
            .filter { compare($0, $1, bytes) == 0 }
            .map { $1.offset }
            .min()
    }

    /// Orders keys by length, then by bytes.
    ///
    /// The result is negative, zero or positive.
    private func compare(_ left: Key, _ right: Key, _ bytes: [UInt8]) -> Int {
        if left.count != right.count { return left.count - right.count }
        for offset in 0..<left.count {
            let leftByte = left.isUnescaped ? unescaped[left.start + offset] : bytes[left.start + offset]
            let rightByte = right.isUnescaped ? unescaped[right.start + offset] : bytes[right.start + offset]
            if leftByte != rightByte { return Int(leftByte) - Int(rightByte) }
        }
        return 0
    }
}
