/// A JSON value that does not have the type that the interface declares.
///
/// A server replies with `org.varlink.service.InvalidParameter`, whose `parameter` is ``path``.
public struct VarlinkDecodingError: Error, Hashable, Sendable {
    /// The kind of mismatch.
    public enum Reason: Hashable, Sendable {
        /// A required field is absent.
        case missing
        /// The value is null, and its type does not allow null.
        case null
        /// The value has another type, such as `a string` instead of `an integer`.
        case wrongType(expected: String, found: String)
        /// A number out of range: an integer beyond signed 64 bits, or a float beyond a double.
        case outOfRange(String)
        /// A string that is not a value of the enum. `known` contains the values, if the enum can list them.
        case unknownCase(String, known: [String])
        /// A field that the type does not have.
        case unknownField
        /// The nesting of values of declared types exceeds the limit, which is the associated value.
        case tooDeep(limit: Int)
        /// A duplicate field of an object.
        case duplicateField
        /// The memory of the values exceeds the limit, which is the associated value in bytes.
        case tooLarge(limit: Int)
    }

    /// The path of the value, such as `item.tags[2]`: fields joined by dots, array indices and map keys in brackets.
    ///
    /// Empty for the value as a whole.
    public private(set) var path: String

    /// The kind of mismatch.
    public let reason: Reason

    /// Creates an error about the value as a whole, or about a part of it.
    public init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    /// Returns the error with a field prepended to its path.
    func inField(_ name: String) -> Self {
        var error = self
        error.path = path.isEmpty ? name : path.hasPrefix("[") ? name + path : name + "." + path
        return error
    }

    /// Returns the error with an array index or a map key prepended to its path.
    func inElement(_ place: String) -> Self {
        var error = self
        error.path = path.isEmpty || path.hasPrefix("[") ? "[\(place)]" + path : "[\(place)]." + path
        return error
    }
}

extension VarlinkDecodingError: CustomStringConvertible {
    /// A sentence with the path and the mismatch.
    public var description: String {
        (path.isEmpty ? "The value" : "'\(path)'") + " \(reason)."
    }
}

extension VarlinkDecodingError.Reason: CustomStringConvertible {
    /// The mismatch, as the end of a sentence.
    public var description: String {
        switch self {
        case .missing: "is missing"
        case .null: "must not be null"
        case .wrongType(let expected, let found): "is \(found) where \(expected) is expected"
        case .outOfRange(let text): "is \(text), which is out of range"
        case .unknownCase(let text, let known):
            "is \"\(text)\", which is not one of "
                + (known.isEmpty ? "its values" : known.joined(separator: ", "))
        case .unknownField: "is not a field of this type"
        case .tooDeep(let limit): "is nested more than \(limit) levels deep"
        case .duplicateField: "is a duplicate"
        case .tooLarge(let limit): "exceeds the memory limit of \(limit) bytes"
        }
    }
}
