public import Foundation

/// Decodes JSON from a server or from a cache.
public enum ReceivedJSON {
    /// Decodes a value from JSON.
    ///
    /// JSON strings can contain U+0000, which Varlink does not support, and unpaired surrogates, which `JSONDecoder`
    /// rejects. Both are replaced by U+FFFD, so that one invalid string does not make the whole response unusable.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: JSON in UTF-8.
    ///   - keys: The mapping of JSON keys to coding keys.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` when the bytes are not JSON in UTF-8, or when the JSON does not match the type. The
    ///   coding path of the error is empty for malformed JSON and for a number that is out of range.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    ) throws -> Value {
        // JSONDecoder also accepts UTF-16 and UTF-32, whose escapes would not be found. They contain zero bytes.
        guard !bytes.contains(0) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not JSON in UTF-8"))
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        return try decoder.decode(type, from: Data(replacingUnusableEscapes(in: bytes)))
    }

    private static func replacingUnusableEscapes(in bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        var index = 0
        while let backslash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
            guard let unit = codeUnit(at: backslash, in: bytes) else {
                // Skips an escape of another kind, such as `\\`, or a backslash at the end of malformed JSON.
                index = min(backslash + 2, bytes.count)
                continue
            }
            index = backslash + 6
            switch unit {
            case 0xD800...0xDBFF:
                if let next = codeUnit(at: index, in: bytes), (0xDC00...0xDFFF).contains(next) {
                    index += 6
                    continue
                }
            case 0, 0xDC00...0xDFFF: break
            default: continue
            }
            result.replaceSubrange(backslash..<backslash + 6, with: Array(#"\uFFFD"#.utf8))
        }
        return result
    }

    /// Returns the UTF-16 code unit of an escape such as `\u0041`; nil when there is no escape at the index.
    private static func codeUnit(at index: Int, in bytes: [UInt8]) -> UInt16? {
        guard bytes[index...].starts(with: Array(#"\u"#.utf8)), index + 6 <= bytes.count else { return nil }
        // A sign is rejected here, because `UInt16` would accept it.
        guard bytes[index + 2] != UInt8(ascii: "+") else { return nil }
        return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    }
}
