/// What becomes of a call.
enum Route {
    /// It is answered by these bytes; no task is needed.
    case answer([UInt8])
    /// A method serves it, in a task.
    case method(ServedMethod)
}

extension VarlinkRouter {
    /// Finds out what becomes of a call.
    ///
    /// Runs no foreign code, so an event loop may ask.
    func route(_ message: CallMessage) -> Route {
        let table = current
        if let served = table.method(named: message.method) {
            if message.mode == .upgrade {
                return refuse(ServiceError.methodNotImplemented(method: message.method))
            }
            return .method(served)
        }
        guard let dot = message.method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return refuse(ServiceError.methodNotFound(method: message.method))
        }
        let interface = message.method[..<dot]
        if interface == ServiceContract.contract.name[...] {
            return answer(message, method: message.method[message.method.utf8.index(after: dot)...], from: table)
        }
        if table.contract(of: String(interface)) == nil {
            return refuse(ServiceError.interfaceNotFound(interface: String(interface)))
        }
        return refuse(ServiceError.methodNotFound(method: message.method))
    }

    private func refuse(_ error: some VarlinkError) -> Route {
        .answer(reply(to: error).encoded())
    }

    /// Answers a call of org.varlink.service.
    private func answer(_ message: CallMessage, method name: Substring, from table: RoutingTable) -> Route {
        guard let method = ServiceContract.contract.method(named: String(name)) else {
            return refuse(ServiceError.methodNotFound(method: message.method))
        }
        if message.mode == .upgrade {
            return refuse(ServiceError.methodNotImplemented(method: message.method))
        }
        let isGuarded = table.guardsServiceMethod(message.method)
        let reply: ReplyMessage
        do throws(VarlinkDecodingError) {
            if let duplicate = message.duplicateField { throw duplicate }
            switch method.name {
            case "GetInfo":
                _ = try message.parameters.decode(as: ServiceContract.GetInfoParameters.self)
                if !isGuarded { return .answer(table.information) }
                reply = table.informationReply
            default:
                let parameters = try message.parameters.decode(
                    as: ServiceContract.GetInterfaceDescriptionParameters.self)
                if let contract = table.contract(of: parameters.interface) {
                    reply = ServiceContract.GetInterfaceDescriptionReply(description: contract.description).onlyReply
                } else {
                    reply = self.reply(to: ServiceError.interfaceNotFound(interface: parameters.interface))
                }
            }
        } catch {
            reply = self.reply(to: ServiceError.invalidParameter(parameter: error.path))
        }
        guard isGuarded else { return .answer(reply.encoded()) }
        return .method(
            ServedMethod(
                interface: ServiceContract.contract.name, method: method, executorPreference: nil, gate: table.gate,
                work: .prepared(reply)))
    }
}
