/// The encoding of bytes as text (RFC 4648, section 4).
///
/// Foundation has a decoder, but would add six megabytes to the program.
enum Base64 {
    /// The values of the characters; 255 for any other byte.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Decodes a text.
    ///
    /// - Parameter text: The text, with its padding, and without line breaks.
    /// - Returns: The bytes; nil if the text is not valid.
    static func decode(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        // A single digit has fewer bits than a byte.
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var (bits, count): (UInt32, Int) = (0, 0)
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
