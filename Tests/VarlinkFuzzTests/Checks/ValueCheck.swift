import VarlinkExamples

@testable import Varlink

/// Checks the decoders of all kinds of generated types with arbitrary bytes.
public enum ValueCheck {
    /// Decodes JSON as the type that the first byte selects, encodes the value, and decodes it again.
    ///
    /// Terminates the process when the result differs.
    public static func run(_ input: [UInt8]) {
        guard let first = input.first,
            let value = try? EncodedJSON(parsing: Array(input.dropFirst()), maximumDepth: 600)
        else { return }
        let types = Self.types
        types[Int(first) % types.count](value)
    }

    private static let types: [@Sendable (EncodedJSON) -> Void] = [
        { read($0, as: JSONValue.self) },
        { read($0, as: JSONObject.self) },
        { read($0, as: TypesContract.Simple.self) },
        { read($0, as: TypesContract.Containers.self) },
        { read($0, as: TypesContract.Inline.self) },
        { read($0, as: TypesContract.EchoParameters.self) },
        { read($0, as: RecursionContract.Node.self) },
        { read($0, as: RecursionContract.Tree.self) },
        { read($0, as: RecursionContract.Outer.self) },
        { read($0, as: RecursionContract.Left.self) },
        { read($0, as: NamesContract.Keywords.self) },
        { read($0, as: NamesContract.Styles.self) },
        { read($0, as: ItemsContract.AddParameters.self) },
        { read($0, as: ItemsContract.ListReply.self) },
        { readError($0) },
    ]

    private static func read<Value: VarlinkValue & Hashable>(_ encoded: EncodedJSON, as type: Value.Type) {
        for policy in [JSONReader.UnknownFields.reject, .skip] {
            guard let value = try? encoded.decode(as: type, unknownFields: policy) else { continue }
            // A string with U+0000 can be decoded but not encoded, because Varlink does not allow U+0000.
            guard let written = try? EncodedJSON(value) else { continue }
            guard let again = try? written.decode(as: type, unknownFields: .reject) else {
                preconditionFailure("The encoded value cannot be decoded.")
            }
            precondition(again == value, "The decoded value differs from the encoded one.")
        }
    }

    private static func readError(_ encoded: EncodedJSON) {
        var reader = JSONReader(encoded, unknownFields: .skip)
        guard let error = try? TypesError(name: "Failed", parameters: &reader) else { return }
        guard let reply = try? ReplyMessage(error: error) else { return }
        precondition((try? reply.result(as: JSONObject.self, errors: TypesError.self)) == nil)
    }
}
