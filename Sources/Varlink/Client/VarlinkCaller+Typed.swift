extension VarlinkCaller {
    /// Calls a method and waits for its reply.
    ///
    /// - Parameters:
    ///   - method: The qualified name.
    ///   - parameters: The parameters, which are written as an object.
    ///   - returning: The type of the reply. Fields that it does not have are ignored.
    ///   - errors: The errors of the method's interface.
    /// - Returns: The reply.
    /// - Throws: An error of the interface, ``ServiceError``, ``RemoteError`` for any other error of the service,
    ///   ``VarlinkEncodingError`` and ``VarlinkDecodingError`` for parameters and replies that are not what they should
    ///   be, or what the caller throws when no reply can come.
    public func call<Parameters: VarlinkValue, Reply: VarlinkValue, Errors: VarlinkError>(
        _ method: String, _ parameters: Parameters, returning: Reply.Type, errors: Errors.Type
    ) async throws -> Reply {
        let message = try CallMessage(method: method, parameters: parameters)
        return try await reply(to: message).result(as: returning, errors: errors)
    }

    /// Calls a method that may reply several times.
    ///
    /// The call is made when the iteration begins, and anew for each.
    ///
    /// - Parameters:
    ///   - method: The qualified name.
    ///   - parameters: The parameters, which are written as an object.
    ///   - returning: The type of the replies. Fields that it does not have are ignored.
    ///   - errors: The errors of the method's interface.
    /// - Returns: The replies; iterating throws what ``call(_:_:returning:errors:)`` throws.
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

    /// Calls a method that does not reply, and returns when the call is on its way.
    ///
    /// - Parameters:
    ///   - method: The qualified name.
    ///   - parameters: The parameters, which are written as an object.
    /// - Throws: ``VarlinkEncodingError``, or what keeps the call from being sent. What becomes of it is not told.
    public func send<Parameters: VarlinkValue>(_ method: String, _ parameters: Parameters) async throws {
        try await send(CallMessage(method: method, parameters: parameters, mode: .oneway))
    }
}

extension VarlinkCaller {
    /// Calls a method of which only the name is known.
    ///
    /// - Parameters:
    ///   - method: The qualified name.
    ///   - parameters: The parameters; none by default.
    /// - Returns: The parameters of the reply.
    /// - Throws: ``ServiceError``, ``RemoteError`` for any other error of the service, or what keeps the reply from
    ///   coming.
    public func call(_ method: String, _ parameters: JSONObject = JSONObject()) async throws -> JSONObject {
        try await call(method, parameters, returning: JSONObject.self, errors: NoErrors.self)
    }

    /// Calls a method that may reply several times, and of which only the name is known.
    ///
    /// - Parameters:
    ///   - method: The qualified name.
    ///   - parameters: The parameters; none by default.
    /// - Returns: The parameters of the replies; iterating throws what ``call(_:_:)`` throws.
    public func stream(_ method: String, _ parameters: JSONObject = JSONObject()) -> ReplySequence<JSONObject> {
        stream(method, parameters, returning: JSONObject.self, errors: NoErrors.self)
    }
}

extension ReplyMessage {
    /// The reply as the type that the interface declares, or the error thrown.
    func result<Reply: VarlinkValue, Errors: VarlinkError>(
        as type: Reply.Type, errors: Errors.Type
    ) throws -> Reply {
        guard let error else { return try parameters.decode(as: type, unknownFields: .skip) }
        if let known = try? known(error, as: errors) { throw known }
        if let known = try? known(error, as: ServiceError.self) { throw known }
        throw RemoteError(name: error, parameters: try parameters.decode())
    }

    /// The error as one of a type's; nil when it is none.
    ///
    /// One whose parameters are not the declared ones is thrown, and handed to the caller as a ``RemoteError`` instead.
    private func known<Errors: VarlinkError>(_ name: String, as type: Errors.Type) throws -> Errors? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name[..<dot] == Errors.interface[...] else {
            return nil
        }
        var reader = JSONReader(parameters, unknownFields: .skip)
        return try Errors(name: String(name[name.utf8.index(after: dot)...]), parameters: &reader)
    }
}
