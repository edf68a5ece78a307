import Foundation
import Trellis

extension KeyedDecodingContainer {
    /// Decodes an integer in a range.
    ///
    /// - Throws: `DecodingError` when the value is missing, is not an integer, or is outside the range.
    func decode(_ range: some RangeExpression<Int>, forKey key: Key) throws -> Int {
        try checked(decode(Int.self, forKey: key), range, key)
    }

    /// Decodes an integer in a range; returns nil when the key is missing or null.
    func decodeIfPresent(_ range: some RangeExpression<Int>, forKey key: Key) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).map { try checked($0, range, key) }
    }

    private func checked(_ number: Int, _ range: some RangeExpression<Int>, _ key: Key) throws -> Int {
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is out of range")
        }
        return number
    }

    /// Decodes a time in the format of GitHub and of the contract: RFC 3339 in UTC.
    ///
    /// - Throws: `DecodingError` when the value is missing, is not a string, or has another format.
    func decodeTime(forKey key: Key) throws -> String {
        try checked(decode(String.self, forKey: key), key)
    }

    /// Decodes a time; returns nil when the key is missing or null.
    func decodeTimeIfPresent(forKey key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).map { try checked($0, key) }
    }

    private func checked(_ time: String, _ key: Key) throws -> String {
        // The text is returned to clients unchanged, so it must be in UTC, as GitHub sends it.
        guard time.hasSuffix("Z"), Date(rfc3339: time, allowsLeapSecond: true) != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected a time such as 2026-01-31T09:00:00Z")
        }
        return time
    }
}
