import Varlink

extension JSONValue {
    /// What a value is on the wire.
    ///
    /// - Throws: ``CommandFailure`` when Varlink can't carry it.
    init(_ value: some VarlinkValue) throws {
        self = try JSONValue(parsing: try EncodedJSON(value).text)
    }
}
