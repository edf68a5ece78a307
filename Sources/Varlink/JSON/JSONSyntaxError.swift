/// Bytes that are not one JSON value, as this module reads JSON.
///
/// Strict means RFC 8259 and what Varlink adds to it: UTF-8 without a byte order mark, no key twice in one object, no
/// surrogate without its other half, and no character U+0000, because the byte NUL ends a message.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The bytes end inside a value, or there are none.
        case unexpectedEnd
        /// A byte that can't stand here, such as a comma before a closing bracket.
        case unexpectedByte(UInt8)
        /// Something follows the value.
        case trailingBytes
        /// A string holds bytes that are not UTF-8.
        case invalidUTF8
        /// A string holds a byte below 0x20, which JSON wants escaped.
        case controlCharacter(UInt8)
        /// A string holds a backslash that begins no escape of JSON.
        case invalidEscape
        /// A string holds `\u0000`.
        case nulCharacter
        /// A string holds one half of a surrogate pair.
        case loneSurrogate
        /// Arrays and objects are nested more deeply than the limit, which is the associated value.
        case tooDeep(limit: Int)
        /// An object has this key twice.
        case duplicateKey(String)
    }

    /// What is wrong.
    public let reason: Reason

    /// Where: the offset of the byte, counted from 0.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// One sentence: what, and at which byte.
    public var description: String {
        "Not JSON: \(reason) at byte \(offset)."
    }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
    /// What is wrong, as the middle of a sentence.
    public var description: String {
        switch self {
        case .unexpectedEnd: "the text ends inside a value"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .trailingBytes: "something follows the value"
        case .invalidUTF8: "a string that is not UTF-8"
        case .controlCharacter(let byte): "the unescaped control character \(Self.name(of: byte)) in a string"
        case .invalidEscape: "an unknown escape in a string"
        case .nulCharacter: "the character U+0000, which Varlink can't carry,"
        case .loneSurrogate: "half of a surrogate pair"
        case .tooDeep(let limit): "more than \(limit) arrays and objects inside each other"
        case .duplicateKey(let key): "the key \"\(key)\" for the second time"
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
