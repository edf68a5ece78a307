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
        guard let served = table.method(named: message.method) else {
            return refuse(notFound(message.method, in: table))
        }
        if message.mode == .upgrade { return refuse(.methodNotImplemented(method: message.method)) }
        guard case .introspection(let introspection) = served.work, served.admission == nil else {
            return .method(served)
        }
        do {
            return .answer(try introspection.answer(to: message, method: served.method.name))
        } catch {
            return refuse(error)
        }
    }

    private func refuse(_ error: ServiceError) -> Route {
        .answer(reply(to: error).encoded())
    }

    private func notFound(_ method: String, in table: RoutingTable) -> ServiceError {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return .methodNotFound(method: method.shortened)
        }
        let interface = String(method[..<dot])
        return table.introspection.contract(of: interface) == nil
            ? .interfaceNotFound(interface: interface.shortened) : .methodNotFound(method: method.shortened)
    }
}
