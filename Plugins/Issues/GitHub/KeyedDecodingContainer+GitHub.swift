import Foundation
import Trellis

extension KeyedDecodingContainer {
    /// Decodes an integer in a range.
    ///
    /// - Throws: `DecodingError` when the value is missing, is not an integer, or is outside the range.
    func decode(_ range: some RangeExpression<Int>, forKey key: Key) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is out of range")
        }
        return number
    }

    /// Decodes a time, and returns it in the format of the contract: RFC 3339 in UTC, as GitHub sends it.
    ///
    /// - Throws: `DecodingError` when the value is missing, is not a string, or has another format.
    func decodeTime(forKey key: Key) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard let time = Date(rfc3339: text, allowsLeapSecond: true) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected a time such as 2026-01-31T09:00:00Z")
        }
        return text.hasSuffix("Z") ? text : time.rfc3339
    }
}
