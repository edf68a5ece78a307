/// The members of a message, read in one pass; what calls and replies have in common.
struct MessageEnvelope {
    /// `parameters`: absent, null and `{}` are the same.
    var parameters = EncodedJSON.emptyObject

    /// Where in the message they are, when they are an object.
    private var parametersRange: Range<Int>?

    /// The first field that the parameters, or an object in them, have twice.
    var duplicateField: VarlinkDecodingError?

    /// Reads the members of a message, and hands those other than `parameters` to the caller.
    ///
    /// - Parameters:
    ///   - message: The message without the NUL that ends it.
    ///   - maximumDepth: How deeply arrays and objects may be nested.
    ///   - member: Reads the value of a member of Varlink's, and says whether it is one.
    /// - Throws: What makes the message none.
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

    /// A key that is twice in the parameters is their fault alone; anywhere else, the whole message's.
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
    /// Reads a flag: true or false, and nothing else.
    mutating func flag(_ name: String) throws(ProtocolViolation) -> Bool {
        do {
            return try bool()
        } catch {
            throw .wrongMember(name)
        }
    }
}
