import Glibc
import Varlink

extension Error {
    /// Why a text is no JSON, behind words that say that it is none.
    var reasonOfJSON: String {
        let sentence = "\(self)".droppingFullStop
        let start = "Not JSON: "
        return sentence.hasPrefix(start) ? String(sentence.dropFirst(start.count)) : sentence
    }
}

/// The parameters of a call as somebody writes them: a JSON object.
enum ParameterObject {
    /// Reads parameters.
    ///
    /// - Parameter text: The object.
    /// - Returns: The parameters.
    /// - Throws: ``CommandFailure`` (EX_DATAERR) when it is no JSON, or no object.
    static func parse(_ text: String) throws -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw CommandFailure(EX_DATAERR, "the parameters are no JSON: \(error.reasonOfJSON)")
        }
        guard let object = value.objectValue else {
            throw CommandFailure(EX_DATAERR, "the parameters must be a JSON object, such as '{\"id\": \"…\"}'")
        }
        return object
    }
}
