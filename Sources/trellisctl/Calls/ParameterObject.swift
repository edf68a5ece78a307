import Glibc
import Varlink

/// The parameters of a call as a JSON object.
enum ParameterObject {
    /// Parses a JSON object.
    ///
    /// - Throws: ``CommandFailure`` (EX_DATAERR) when the text is not JSON, or not an object.
    static func parse(_ text: String) throws -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw CommandFailure(EX_DATAERR, "invalid parameters: expected JSON (\(error.reasonOfJSON))")
        }
        guard let object = value.objectValue else {
            throw CommandFailure(EX_DATAERR, "invalid parameters: expected a JSON object, such as '{\"id\": \"…\"}'")
        }
        return object
    }
}
