/// A 128-bit identifier in the form of sd-id128(3): 32 lowercase hexadecimal digits.
///
/// In the journal's field `MESSAGE_ID`, an identifier denotes a type of message. `journalctl MESSAGE_ID=…` finds all
/// messages of the type, and a catalog can explain the type (systemd.journal-fields(7)). `systemd-id128 new` generates
/// an identifier.
public struct MessageIdentifier: Sendable, Hashable, LosslessStringConvertible {
    /// The 32 lowercase hexadecimal digits.
    public let description: String

    /// Parses 32 hexadecimal digits of either case, with or without the dashes of a UUID.
    ///
    /// The result is `nil` for any other text, and for the identifier with all zeros, which systemd treats as unset.
    public init?(_ text: String) {
        var digits: [UInt8] = []
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(byte + 0x20)
            case UInt8(ascii: "-") where text.utf8.count == 36 && [8, 13, 18, 23].contains(offset): continue
            default: return nil
            }
        }
        guard digits.count == 32, digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
        description = String(decoding: digits, as: UTF8.self)
    }
}
