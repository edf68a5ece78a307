extension JSONReader {
    /// Enters the array that begins here.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is none.
    public mutating func beginArray() throws(VarlinkDecodingError) {
        try require(.array)
        position += 1
        skipWhitespace()
    }

    /// Goes to the array's next element.
    ///
    /// - Returns: Whether there is one, with the reader at it. When not, the array is consumed.
    public mutating func nextElement() -> Bool {
        skipWhitespace()
        if bytes[position] == UInt8(ascii: ",") {
            position += 1
            skipWhitespace()
        }
        if bytes[position] == UInt8(ascii: "]") {
            position += 1
            return false
        }
        return true
    }
}
