/// The members of a message, parsed in one pass: the common part of calls and replies.
struct MessageEnvelope {
    /// The parameters.
    ///
    /// Absent, null and `{}` are equivalent.
    var parameters = EncodedJSON.emptyObject

    /// The range of the parameters in the message, when they are an object.
    private var parametersRange: Range<Int>?

    /// The first duplicate field of the parameters or of an object in them.
    var duplicateField: VarlinkDecodingError?

    /// Parses the members of a message, and passes those other than `parameters` to a closure.
    ///
    /// - Parameters:
    ///   - message: The message without the NUL that ends it.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects.
    ///   - member: Reads the value of a member, and returns whether Varlink defines that member.
    /// - Throws: The violation that makes the message malformed.
    init(
        parsing message: [UInt8], maximumDepth: Int,
        member: (String, inout JSONReader) throws(ProtocolViolation) -> Bool
    ) throws(ProtocolViolation) {
        var scanner = JSONScanner(message, maximumDepth: maximumDepth)
        do {
            try scanner.scan()
        } catch {
            throw .notJSON(error)
        }
        let whole = EncodedJSON(trusting: message)
        var reader = JSONReader(whole, unknownFields: .skip)
        guard reader.kind == .object else { throw .notAnObject }
        reader.enterObject()
        while let key = reader.memberKey() {
            if key == "parameters" {
                try readParameters(from: &reader)
            } else if try !member(key, &reader) {
                guard key.contains("."), reader.kind == .object else { throw .unknownMember(key) }
                reader.skipValue()
            }
        }
        if let duplicate = scanner.duplicateKey { try place(duplicate, in: message) }
    }

    private mutating func readParameters(from reader: inout JSONReader) throws(ProtocolViolation) {
        switch reader.kind {
        case .object:
            let range = reader.skipValueRange()
            parametersRange = range
            parameters = EncodedJSON(trusting: reader.bytes, in: range)
        case .null: reader.skipValue()
        case .array, .string, .number, .bool: throw .wrongMember("parameters")
        }
    }

    /// Records a duplicate key of the parameters, and rejects any other duplicate key.
    ///
    /// A duplicate key in the parameters invalidates only the parameters. A duplicate key anywhere else makes
    /// the message malformed.
    private mutating func place(
        _ duplicate: JSONScanner.DuplicateKey, in message: [UInt8]
    ) throws(ProtocolViolation) {
        var reader = JSONReader(trusting: message, from: duplicate.offset, to: message.count)
        let key = reader.readString()
        guard !duplicate.isInOutermostObject, parametersRange?.contains(duplicate.offset) == true else {
            throw .notJSON(JSONSyntaxError(.duplicateKey(key), at: duplicate.offset))
        }
        let path = JSONReader(parameters, unknownFields: .skip).path(to: duplicate.offset)
        duplicateField = VarlinkDecodingError(.duplicateField, path: path)
    }
}

extension JSONReader {
    /// Reads a flag, which must be true or false.
    mutating func flag(_ name: String) throws(ProtocolViolation) -> Bool {
        do {
            return try bool()
        } catch {
            throw .wrongMember(name)
        }
    }
}
