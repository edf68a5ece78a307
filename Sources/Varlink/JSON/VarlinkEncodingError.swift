/// A value that Varlink cannot represent.
public enum VarlinkEncodingError: Error, Hashable, Sendable {
    /// A float that is infinite or NaN, which JSON cannot represent.
    case notFinite
    /// A string that contains the character U+0000.
    ///
    /// Other implementations close the connection when they receive one.
    case nulCharacter
    /// Parameters that are not an object.
    case parametersNotAnObject
}

extension VarlinkEncodingError: CustomStringConvertible {
    /// A sentence that describes the error.
    public var description: String {
        switch self {
        case .notFinite: "A float that is infinite or NaN cannot be sent: JSON cannot represent it."
        case .nulCharacter: "A string with the character U+0000 cannot be sent over Varlink."
        case .parametersNotAnObject: "The parameters are not a JSON object."
        }
    }
}
