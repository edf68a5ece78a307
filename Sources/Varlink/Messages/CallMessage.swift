/// A call as it travels: the method, its parameters, and how the caller wants to be answered.
public struct CallMessage: Sendable {
    /// How the caller wants to be answered.
    ///
    /// On the wire at most one of three flags, of which two are supported.
    public enum Mode: Hashable, Sendable {
        /// One reply.
        case single
        /// Any number of replies: the flag `more`.
        case more
        /// No reply, not even an error: the flag `oneway`.
        case oneway
        /// One reply, after which the connection would no longer be Varlink: the flag `upgrade`.
        ///
        /// Services here answer it with an error.
        case upgrade
    }

    /// The qualified name of the method, such as `org.varlink.service.GetInfo`.
    public let method: String

    /// An object.
    public internal(set) var parameters: EncodedJSON

    /// How the caller wants to be answered.
    public let mode: Mode

    /// The first field that the parameters have twice, which makes them invalid.
    let duplicateField: VarlinkDecodingError?

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - method: The qualified name of the method.
    ///   - parameters: Any value that is written as an object.
    ///   - mode: How to be answered; by one reply unless said otherwise.
    /// - Throws: ``VarlinkEncodingError`` when Varlink can't carry the parameters.
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

    /// Reads a call.
    ///
    /// - Parameters:
    ///   - message: The message without the NUL that ends it.
    ///   - maximumDepth: How deeply arrays and objects may be nested.
    /// - Throws: What makes the message none.
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

    /// The message with the NUL that ends it.
    ///
    /// Says only the flag that is true, because systemd 252 to 262 closes the connection on a flag that follows a true
    /// one.
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
