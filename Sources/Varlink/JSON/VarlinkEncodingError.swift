/// A value that Varlink can't carry.
public enum VarlinkEncodingError: Error, Hashable, Sendable {
    /// A float that is infinite or not a number: JSON has neither.
    case notFinite
    /// A string with the character U+0000 in it, which other implementations answer by closing the connection.
    case nulCharacter
    /// Parameters that are not an object.
    case parametersNotAnObject
}

extension VarlinkEncodingError: CustomStringConvertible {
    /// One sentence that says what is wrong.
    public var description: String {
        switch self {
        case .notFinite: "A float that is infinite or not a number can't be sent: JSON has neither."
        case .nulCharacter: "A string with the character U+0000 can't be sent: Varlink can't carry it."
        case .parametersNotAnObject: "Parameters are a JSON object, and nothing else."
        }
    }
}
