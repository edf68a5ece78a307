/// What becomes of a call.
enum Route {
    /// It is answered by these bytes; no task is needed.
    case answer([UInt8])
    /// A method of an interface serves it.
    case method(VarlinkContract.Method, of: VarlinkRegistration)
}

extension VarlinkRouter {
    /// Finds out what becomes of a call.
    ///
    /// Runs no foreign code, so an event loop may ask.
    func route(_ message: CallMessage) -> Route {
        let table = current
        guard let dot = message.method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return refuse(ServiceError.methodNotFound(method: message.method))
        }
        let interface = message.method[..<dot]
        let method = message.method[message.method.utf8.index(after: dot)...]
        if interface == ServiceContract.contract.name[...] {
            return answer(message, method: method, from: table)
        }
        guard let registration = table.registration(of: String(interface)) else {
            return refuse(ServiceError.interfaceNotFound(interface: String(interface)))
        }
        guard let declared = registration.contract.method(named: String(method)) else {
            return refuse(ServiceError.methodNotFound(method: message.method))
        }
        if message.mode == .upgrade {
            return refuse(ServiceError.methodNotImplemented(method: message.method))
        }
        return .method(declared, of: registration)
    }

    /// Serves a call to its end.
    ///
    /// - Returns: The last reply, encoded; an error where the method threw or did not answer.
    func serve(_ call: ServerCall, by registration: VarlinkRegistration) async -> [UInt8] {
        do {
            try await registration.handler(call)
            guard let reply = call.end() else { throw ServerCallError.noReply(method: call.qualifiedMethod) }
            return reply.encoded()
        } catch {
            _ = call.end()
            return reply(to: error).encoded()
        }
    }

    private func refuse(_ error: some VarlinkError) -> Route {
        .answer(reply(to: error).encoded())
    }

    /// Answers a call of org.varlink.service.
    private func answer(_ message: CallMessage, method: Substring, from table: RoutingTable) -> Route {
        guard ServiceContract.contract.method(named: String(method)) != nil else {
            return refuse(ServiceError.methodNotFound(method: message.method))
        }
        if message.mode == .upgrade {
            return refuse(ServiceError.methodNotImplemented(method: message.method))
        }
        do throws(VarlinkDecodingError) {
            if let duplicate = message.duplicateField { throw duplicate }
            switch method {
            case "GetInfo":
                _ = try message.parameters.decode(as: ServiceContract.GetInfoParameters.self)
                return .answer(table.information)
            default:
                let parameters = try message.parameters.decode(
                    as: ServiceContract.GetInterfaceDescriptionParameters.self)
                guard let contract = table.contract(of: parameters.interface) else {
                    return refuse(ServiceError.interfaceNotFound(interface: parameters.interface))
                }
                let reply = ServiceContract.GetInterfaceDescriptionReply(description: contract.description)
                return .answer(reply.encodedAnswer)
            }
        } catch {
            return refuse(ServiceError.invalidParameter(parameter: error.path))
        }
    }
}
