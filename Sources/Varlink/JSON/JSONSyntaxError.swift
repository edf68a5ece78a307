/// A violation of the JSON syntax.
///
/// The accepted syntax is RFC 8259 with the requirements of Varlink: UTF-8 without a byte order mark, no duplicate
/// keys, no unpaired surrogates, and no character U+0000, because a NUL byte ends a message.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The kind of violation.
    public enum Reason: Hashable, Sendable {
        /// The bytes end inside a value, or are empty.
        case unexpectedEnd
        /// An unexpected byte, such as a comma before a closing bracket.
        case unexpectedByte(UInt8)
        /// The value is followed by other bytes.
        case trailingBytes
        /// A string contains bytes that are not UTF-8.
        case invalidUTF8
        /// A string contains an unescaped control character (a byte below 0x20).
        case controlCharacter(UInt8)
        /// A string contains an invalid escape.
        case invalidEscape
        /// A string contains `\u0000`.
        case nulCharacter
        /// A string contains an unpaired surrogate.
        case loneSurrogate
        /// The nesting of arrays and objects exceeds the limit, which is the associated value.
        case tooDeep(limit: Int)
        /// An object has this key twice.
        case duplicateKey(String)
    }

    /// The kind of violation.
    public let reason: Reason

    /// The offset of the byte at which the violation was found, from 0.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// A sentence that names the violation and its offset.
    public var description: String {
        "Not JSON: \(reason) at byte \(offset)."
    }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
    /// The violation, as the middle of a sentence.
    public var description: String {
        switch self {
        case .unexpectedEnd: "the text ends inside a value"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .trailingBytes: "unexpected bytes after the value"
        case .invalidUTF8: "invalid UTF-8 in a string"
        case .controlCharacter(let byte): "the unescaped control character \(Self.name(of: byte)) in a string"
        case .invalidEscape: "an invalid escape in a string"
        case .nulCharacter: "the character U+0000 in a string, which Varlink does not allow,"
        case .loneSurrogate: "an unpaired surrogate in a string"
        case .tooDeep(let limit): "arrays and objects nested more than \(limit) levels deep"
        case .duplicateKey(let key): "the duplicate key \"\(key)\""
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
