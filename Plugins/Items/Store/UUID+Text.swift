package import Foundation

/// The text form of identifiers in the database and in the contract.
///
/// Foundation's implementation calls snprintf(3) and sscanf(3), which would take most of the time of a lookup in memory.
extension UUID {
    /// The UUID in lower case (RFC 9562, section 4): `5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11`.
    package var text: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: Self.textLength) { text in
                var end = 0
                for (index, byte) in bytes.enumerated() {
                    if Self.hasDash(before: index) {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = Self.digits[Int(byte >> 4)]
                    text[end + 1] = Self.digits[Int(byte & 0xF)]
                    end += 2
                }
                return end
            }
        }
    }

    /// Parses a UUID in upper or lower case; returns nil for any other text.
    package init?(text: String) {
        var text = text
        guard let identifier = text.withUTF8(Self.identifier) else { return nil }
        self.init(uuid: identifier)
    }

    private static func identifier(in characters: UnsafeBufferPointer<UInt8>) -> uuid_t? {
        guard characters.count == textLength else { return nil }
        var identifier: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isValid = withUnsafeMutableBytes(of: &identifier) { bytes in
            var start = 0
            for index in bytes.indices {
                if hasDash(before: index) {
                    guard characters[start] == UInt8(ascii: "-") else { return false }
                    start += 1
                }
                guard let high = value(of: characters[start]), let low = value(of: characters[start + 1]) else {
                    return false
                }
                bytes[index] = high << 4 | low
                start += 2
            }
            return true
        }
        return isValid ? identifier : nil
    }

    private static let textLength = 36

    /// Returns whether the text form has a dash before a byte.
    private static func hasDash(before byte: Int) -> Bool {
        byte == 4 || byte == 6 || byte == 8 || byte == 10
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
