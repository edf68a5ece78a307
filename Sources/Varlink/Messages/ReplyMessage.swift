/// A reply as it travels: parameters of the method or of an error, and whether more replies follow.
public struct ReplyMessage: Sendable {
    /// An object: the parameters of the method's reply, or of the error.
    public let parameters: EncodedJSON

    /// The qualified name of an error, such as `org.varlink.service.MethodNotFound`; nil in a reply of the method.
    public let error: String?

    /// Whether another reply to the same call follows.
    ///
    /// Never true with an error.
    public let continues: Bool

    /// The message, if it was written together with the parameters.
    private let message: [UInt8]?

    /// Makes a reply of the method.
    ///
    /// - Parameters:
    ///   - parameters: Any value that is written as an object.
    ///   - continues: Whether another reply to the same call follows; false by default.
    /// - Throws: ``VarlinkEncodingError`` when Varlink can't carry the parameters.
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

    /// Makes an error.
    ///
    /// - Throws: ``VarlinkEncodingError`` when Varlink can't carry the error's parameters.
    public init(error: some VarlinkError) throws(VarlinkEncodingError) {
        var writer = JSONWriter()
        error.writeParameters(to: &writer)
        self.init(errorNamed: error.qualifiedName, parameters: EncodedJSON(trusting: try writer.finish()))
    }

    /// Makes the only reply of a method, from an object that is encoded already.
    init(answering parameters: EncodedJSON) {
        self.parameters = parameters
        self.error = nil
        self.continues = false
        self.message = nil
    }

    /// Makes an error of which only the name and the parameters are known.
    init(errorNamed name: String, parameters: EncodedJSON) {
        self.parameters = parameters
        self.error = name
        self.continues = false
        self.message = nil
    }

    /// Reads a reply.
    ///
    /// - Parameters:
    ///   - message: The message without the NUL that ends it.
    ///   - maximumDepth: How deeply arrays and objects may be nested.
    /// - Throws: What makes the message none.
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

    /// The message with the NUL that ends it.
    ///
    /// A false `continues`, and the parameters of an error when there are none, are left out, as UAPI.20 asks of senders. Those
    /// of the method are there even when they have no members, which UAPI.20 allows, because `varlinkctl --collect` of systemd
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
