extension JSONReader {
    /// Enters the array that begins here.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the value is none.
    public mutating func beginArray() throws(VarlinkDecodingError) {
        try require(.array)
        try beginContainer()
        enterArray()
    }

    /// Enters the array that is known to begin here.
    mutating func enterArray() {
        position += 1
        skipWhitespace()
    }

    /// Goes to the array's next element.
    ///
    /// - Returns: Whether there is one, with the reader at it. When not, the array is consumed.
    public mutating func nextElement() -> Bool {
        if goToElement() { return true }
        depth -= 1
        return false
    }

    /// Goes to the next element of an array that was entered by ``enterArray()``.
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
