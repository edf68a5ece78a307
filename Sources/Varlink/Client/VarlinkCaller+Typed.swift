extension VarlinkCaller {
    /// Calls a method and waits for its reply.
    ///
    /// - Parameters:
    ///   - method: The qualified name, such as `io.trellis.Items.Add`.
    ///   - parameters: The parameters, a value that is encoded as an object.
    ///   - returning: The type of the reply. Its unknown fields are ignored.
    ///   - errors: The errors of the method's interface.
    /// - Returns: The decoded reply.
    /// - Throws: An error of the interface, ``ServiceError`` for an error of `org.varlink.service`, ``RemoteError`` for
    ///   any other error of the service, ``VarlinkEncodingError`` and ``VarlinkDecodingError`` for parameters and
    ///   replies of the wrong type, or an error of the connection.
    public func call<Parameters: VarlinkValue, Reply: VarlinkValue, Errors: VarlinkError>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, errors: Errors.Type
    ) async throws -> Reply {
        let message = try CallMessage(method: method, parameters: parameters)
        return try await reply(to: message).result(as: returning, errors: errors)
    }

    /// Calls a method that may reply several times.
    ///
    /// The call is made when an iteration begins, once for each iteration.
    ///
    /// - Parameters:
    ///   - method: The qualified name, such as `io.trellis.Items.List`.
    ///   - parameters: The parameters, a value that is encoded as an object.
    ///   - returning: The type of the replies. Their unknown fields are ignored.
    ///   - errors: The errors of the method's interface.
    /// - Returns: The replies. Iterating throws the errors of ``call(_:_:returning:errors:)``.
    public func stream<Parameters: VarlinkValue, Reply: VarlinkValue, Errors: VarlinkError>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, errors: Errors.Type
    ) -> ReplySequence<Reply> {
        ReplySequence {
            let message = try CallMessage(method: method, parameters: parameters, mode: .more)
            return try await replies(to: message)
        } decode: { message in
            try message.result(as: returning, errors: errors)
        }
    }

    /// Sends a call that has no reply, and returns when the call has been sent.
    ///
    /// - Parameters:
    ///   - method: The qualified name, such as `io.trellis.Items.Add`.
    ///   - parameters: The parameters, a value that is encoded as an object.
    /// - Throws: ``VarlinkEncodingError``, or an error of the connection. The outcome of the call is not reported.
    public func send<Parameters: VarlinkValue>(_ method: String, _ parameters: Parameters) async throws {
        try await send(CallMessage(method: method, parameters: parameters, mode: .oneway))
    }
}

extension VarlinkCaller {
    /// Calls a method whose types are not known at compile time.
    ///
    /// - Parameters:
    ///   - method: The qualified name, such as `io.trellis.Items.Add`.
    ///   - parameters: The parameters; none by default.
    /// - Returns: The parameters of the reply.
    /// - Throws: ``ServiceError`` for an error of `org.varlink.service`, ``RemoteError`` for any other error of the
    ///   service, or an error of the connection.
    public func call(_ method: String, _ parameters: JSONObject = JSONObject()) async throws -> JSONObject {
        try await call(method, parameters, returning: JSONObject.self, errors: NoErrors.self)
    }

    /// Calls a method that may reply several times and whose types are not known at compile time.
    ///
    /// - Parameters:
    ///   - method: The qualified name, such as `io.trellis.Items.List`.
    ///   - parameters: The parameters; none by default.
    /// - Returns: The parameters of the replies. Iterating throws the errors of ``call(_:_:)``.
    public func stream(_ method: String, _ parameters: JSONObject = JSONObject()) -> ReplySequence<JSONObject> {
        stream(method, parameters, returning: JSONObject.self, errors: NoErrors.self)
    }
}

extension ReplyMessage {
    /// Returns the reply, decoded as the declared type, or throws the error of an error reply.
    func result<Reply: VarlinkValue, Errors: VarlinkError>(
        as type: Reply.Type, errors: Errors.Type
    ) throws -> Reply {
        guard let error else { return try parameters.decode(as: type, unknownFields: .skip) }
        if let known = try? known(error, as: errors) { throw known }
        if let known = try? known(error, as: ServiceError.self) { throw known }
        throw RemoteError(name: error, parameters: try parameters.decode())
    }

    /// Returns the error as a value of an error type; nil when the type does not declare the error.
    ///
    /// Throws when the parameters do not match the type. The caller then receives a ``RemoteError``.
    private func known<Errors: VarlinkError>(_ name: String, as type: Errors.Type) throws -> Errors? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name[..<dot] == Errors.interface[...] else {
            return nil
        }
        var reader = JSONReader(parameters, unknownFields: .skip)
        return try Errors(name: String(name[name.utf8.index(after: dot)...]), parameters: &reader)
    }
}
