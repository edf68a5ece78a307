/// A JSON value that does not have the type that an interface declares for it.
///
/// A server answers one with `org.varlink.service.InvalidParameter`, whose `parameter` is ``path``.
public struct VarlinkDecodingError: Error, Hashable, Sendable {
    /// What is wrong with the value.
    public enum Reason: Hashable, Sendable {
        /// A field that must be there is absent.
        case missing
        /// The value is null, and its type does not allow that.
        case null
        /// The value is of another kind: `an integer` was expected, `a string` found.
        case wrongType(expected: String, found: String)
        /// A number that does not fit: an integer of more than 64 bits with its sign, or a float beyond a double.
        case outOfRange(String)
        /// A string that the enum does not have; the ones that it has, as far as they are known.
        case unknownCase(String, known: [String])
        /// A field that the type does not have.
        case unknownField
        /// Values of declared types are nested more deeply than the limit, which is the associated value.
        case tooDeep(limit: Int)
        /// A field that its object has twice.
        case duplicateField
        /// The values take more memory than the limit, which is the associated value in bytes.
        case tooLarge(limit: Int)
    }

    /// Where: fields joined by dots, with places in arrays and keys of maps in brackets, such as `item.tags[2]`.
    ///
    /// Empty when it is the value as a whole.
    public private(set) var path: String

    /// What is wrong.
    public let reason: Reason

    /// Makes an error about the value as a whole, or about a part of it.
    public init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    /// The same error, seen from the object that has the value in this field.
    func inField(_ name: String) -> Self {
        var error = self
        error.path = path.isEmpty ? name : path.hasPrefix("[") ? name + path : name + "." + path
        return error
    }

    /// The same error, seen from the array or map that has the value at this place.
    func inElement(_ place: String) -> Self {
        var error = self
        error.path = path.isEmpty || path.hasPrefix("[") ? "[\(place)]" + path : "[\(place)]." + path
        return error
    }
}

extension VarlinkDecodingError: CustomStringConvertible {
    /// One sentence: where, and what.
    public var description: String {
        (path.isEmpty ? "The value" : "'\(path)'") + " \(reason)."
    }
}

extension VarlinkDecodingError.Reason: CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    public var description: String {
        switch self {
        case .missing: "is missing"
        case .null: "is null, and may not be"
        case .wrongType(let expected, let found): "is \(found) where \(expected) is expected"
        case .outOfRange(let text): "is \(text), which is out of range"
        case .unknownCase(let text, let known):
            "is \"\(text)\", which is none of "
                + (known.isEmpty ? "its values" : known.joined(separator: ", "))
        case .unknownField: "is not a field of this type"
        case .tooDeep(let limit): "is inside more than \(limit) others"
        case .duplicateField: "is there twice"
        case .tooLarge(let limit): "takes more than \(limit) bytes of memory, which is the limit here"
        }
    }
}
