extension JSONReader {
    /// Enters the array at the current position.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is not an array.
    public mutating func beginArray() throws(VarlinkDecodingError) {
        try require(.array)
        try beginContainer()
        enterArray()
    }

    /// Enters the value at the current position, which is known to be an array.
    mutating func enterArray() {
        position += 1
        skipWhitespace()
    }

    /// Moves to the next element of the array.
    ///
    /// - Returns: Whether there is a next element. If not, the array has been consumed.
    public mutating func nextElement() -> Bool {
        if goToElement() { return true }
        depth -= 1
        return false
    }

    /// Moves to the next element of an array that was entered with ``enterArray()``.
    mutating func goToElement() -> Bool {
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
