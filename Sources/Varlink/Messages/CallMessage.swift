/// A call message: the method, its parameters, and the expected replies.
public struct CallMessage: Sendable {
    /// The replies that the caller expects.
    ///
    /// In the message, at most one of three flags is set.
    public enum Mode: Hashable, Sendable {
        /// One reply.
        case single
        /// Any number of replies: the flag `more`.
        case more
        /// No reply, not even an error: the flag `oneway`.
        case oneway
        /// One reply, after which the connection would leave the Varlink protocol: the flag `upgrade`.
        ///
        /// Not supported: services reply with an error.
        case upgrade
    }

    /// The qualified name of the method, such as `org.varlink.service.GetInfo`.
    public let method: String

    /// The parameters, an object.
    public internal(set) var parameters: EncodedJSON

    /// The replies that the caller expects.
    public let mode: Mode

    /// The first duplicate field of the parameters, which makes them invalid.
    let duplicateField: VarlinkDecodingError?

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - method: The qualified name of the method.
    ///   - parameters: A value that is encoded as an object.
    ///   - mode: The expected replies; one reply by default.
    /// - Throws: ``VarlinkEncodingError`` when Varlink cannot represent the parameters.
    public init(
        method: String, parameters: some VarlinkValue, mode: Mode = .single
    ) throws(VarlinkEncodingError) {
        let encoded = try EncodedJSON(parameters)
        guard encoded.isObject else { throw VarlinkEncodingError.parametersNotAnObject }
        if method.utf8.contains(0) { throw VarlinkEncodingError.nulCharacter }
        self.method = method
        self.parameters = encoded
        self.mode = mode
        self.duplicateField = nil
    }

    /// Parses a call.
    ///
    /// - Parameters:
    ///   - message: The message without the NUL that ends it.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects.
    /// - Throws: The violation that makes the message malformed.
    init(parsing message: [UInt8], maximumDepth: Int) throws(ProtocolViolation) {
        var method: String?
        var oneway = false
        var more = false
        var upgrade = false
        let envelope = try MessageEnvelope(parsing: message, maximumDepth: maximumDepth) {
            (key, reader) throws(ProtocolViolation) in
            switch key {
            case "method":
                guard reader.kind == .string else { throw .noMethod }
                method = reader.readString()
            case "oneway": oneway = try reader.flag(key)
            case "more": more = try reader.flag(key)
            case "upgrade": upgrade = try reader.flag(key)
            default: return false
            }
            return true
        }
        guard let method else { throw .noMethod }
        self.method = method
        parameters = envelope.parameters
        duplicateField = envelope.duplicateField
        switch (oneway, more, upgrade) {
        case (false, false, false): mode = .single
        case (true, false, false): mode = .oneway
        case (false, true, false): mode = .more
        case (false, false, true): mode = .upgrade
        default: throw .severalFlags
        }
    }

    /// Returns the message with the NUL that ends it.
    ///
    /// The message contains only the flag that is true, because versions 252 to 262 of systemd close the connection
    /// when another flag follows a true one.
    func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("method", method)
        if !parameters.isEmptyObject {
            writer.key("parameters")
            writer.append(parameters)
        }
        switch mode {
        case .single: break
        case .more: writer.field("more", true)
        case .oneway: writer.field("oneway", true)
        case .upgrade: writer.field("upgrade", true)
        }
        writer.endObject()
        return writer.finishMessage()
    }
}
