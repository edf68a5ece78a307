import Varlink

extension JSONValue {
    /// Creates the JSON value that a Varlink value is encoded as.
    ///
    /// - Throws: `VarlinkEncodingError` when Varlink cannot represent the value.
    init(_ value: some VarlinkValue) throws {
        self = try JSONValue(parsing: try EncodedJSON(value).text)
    }
}
