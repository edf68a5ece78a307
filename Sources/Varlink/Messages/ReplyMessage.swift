/// A reply message: the parameters of the method or of an error, and whether more replies follow.
public struct ReplyMessage: Sendable {
    /// The parameters of the method's reply or of the error, an object.
    public let parameters: EncodedJSON

    /// The qualified name of an error, such as `org.varlink.service.MethodNotFound`; nil for a reply of the method.
    public let error: String?

    /// Whether another reply to the same call follows.
    ///
    /// Never true with an error.
    public let continues: Bool

    /// The encoded message, if it was created together with the parameters.
    private let message: [UInt8]?

    /// Creates a reply of the method.
    ///
    /// - Parameters:
    ///   - parameters: A value that is encoded as an object.
    ///   - continues: Whether another reply to the same call follows; false by default.
    /// - Throws: ``VarlinkEncodingError`` when Varlink cannot represent the parameters.
    public init(parameters: some VarlinkValue, continues: Bool = false) throws(VarlinkEncodingError) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("parameters")
        let start = writer.count
        parameters.write(to: &writer)
        let end = writer.count
        if continues { writer.field("continues", true) }
        writer.endObject()
        writer.append(0)
        let message = try writer.finish()
        let encoded = EncodedJSON(trusting: message, in: start..<end)
        guard encoded.isObject else { throw VarlinkEncodingError.parametersNotAnObject }
        self.parameters = encoded
        self.error = nil
        self.continues = continues
        self.message = message
    }

    /// Creates an error reply.
    ///
    /// - Throws: ``VarlinkEncodingError`` when Varlink cannot represent the error's parameters.
    public init(error: some VarlinkError) throws(VarlinkEncodingError) {
        var writer = JSONWriter()
        error.writeParameters(to: &writer)
        self.init(errorNamed: error.qualifiedName, parameters: EncodedJSON(trusting: try writer.finish()))
    }

    /// Creates the only reply of a method from an encoded object.
    init(answering parameters: EncodedJSON) {
        self.parameters = parameters
        self.error = nil
        self.continues = false
        self.message = nil
    }

    /// Creates an error reply from a name and encoded parameters.
    init(errorNamed name: String, parameters: EncodedJSON) {
        self.parameters = parameters
        self.error = name
        self.continues = false
        self.message = nil
    }

    /// Parses a reply.
    ///
    /// - Parameters:
    ///   - message: The message without the NUL that ends it.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects.
    /// - Throws: The violation that makes the message malformed.
    init(parsing message: [UInt8], maximumDepth: Int) throws(ProtocolViolation) {
        var error: String?
        var continues = false
        let envelope = try MessageEnvelope(parsing: message, maximumDepth: maximumDepth) {
            (key, reader) throws(ProtocolViolation) in
            switch key {
            case "error":
                guard reader.kind == .string else { throw .wrongMember(key) }
                error = reader.readString()
            case "continues": continues = try reader.flag(key)
            default: return false
            }
            return true
        }
        if let duplicate = envelope.duplicateField { throw .wrongMember("parameters." + duplicate.path) }
        if error != nil && continues { throw .unexpectedContinues }
        self.parameters = envelope.parameters
        self.error = error
        self.continues = continues
        self.message = nil
    }

    /// Returns the message with the NUL that ends it.
    ///
    /// A false `continues` and the empty parameters of an error are omitted, as UAPI.20 recommends. The empty
    /// parameters of a method's reply are included, which UAPI.20 allows, because `varlinkctl --collect` of systemd
    /// 257 fails without them.
    func encoded() -> [UInt8] {
        if let message { return message }
        var writer = JSONWriter(capacity: parameters.range.count + 64)
        writer.beginObject()
        if let error { writer.field("error", error) }
        if error == nil || !parameters.isEmptyObject {
            writer.key("parameters")
            writer.append(parameters)
        }
        if continues { writer.field("continues", true) }
        writer.endObject()
        return writer.finishMessage()
    }
}
