/// The usable elements of a JSON array from a server.
///
/// One record with a null, a missing field or a value of another type does not make the other records unusable: it is
/// left out. If no record is usable, the array is not the expected one, and is rejected.
///
/// ```swift
/// let films = try ReceivedJSON.decode(ReceivedList<Film>.self, from: body).elements
/// ```
public struct ReceivedList<Element: Decodable & Sendable>: Decodable, Sendable {
    /// An element, or the error of decoding it.
    private struct Attempt: Decodable {
        let result: Result<Element, any Error>

        init(from decoder: any Decoder) {
            result = Result { try Element(from: decoder) }
        }
    }

    /// The elements in the order of the array.
    public var elements: [Element] = []

    /// The errors of the elements that were left out, in the order of the array.
    public var errors: [any Error] = []

    /// Decodes the elements of an array.
    ///
    /// - Throws: `DecodingError` when the value is not an array, or the error of its first element when none is usable.
    public init(from decoder: any Decoder) throws {
        for attempt in try [Attempt](from: decoder) {
            switch attempt.result {
            case .success(let element): elements.append(element)
            case .failure(let error): errors.append(error)
            }
        }
        if elements.isEmpty, let error = errors.first { throw error }
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional value from a server; returns nil when it is missing, null, or not of the type.
    public func decodeIfValid<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Decodes the usable elements of an array from a server; returns none when it is missing, null, or not an array.
    public func decodeValidElements<Element: Decodable & Sendable>(_ type: Element.Type, forKey key: Key) -> [Element] {
        decodeIfValid(ReceivedList<Element>.self, forKey: key)?.elements ?? []
    }
}
