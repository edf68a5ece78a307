/// The way in which a call is served.
enum Route {
    /// The reply is known; no task is needed.
    case reply([UInt8])
    /// A method serves the call in a task.
    case method(ServedMethod)
}

extension VarlinkRouter {
    /// Returns the way in which a call is served.
    ///
    /// Runs no foreign code, so the function may be called on an event loop.
    func route(_ message: CallMessage) -> Route {
        guard let served = method(named: message.method) else {
            return reject(notFound(message.method))
        }
        if message.mode == .upgrade { return reject(.methodNotImplemented(method: message.method)) }
        guard case .introspection = served.implementation, served.interception == nil else {
            return .method(served)
        }
        do {
            return .reply(try introspection.encodedReply(to: message, method: served.method.name))
        } catch {
            return reject(error)
        }
    }

    private func reject(_ error: ServiceError) -> Route {
        .reply(reply(to: error).encoded())
    }

    private func notFound(_ method: String) -> ServiceError {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return .methodNotFound(method: method.shortened)
        }
        let interface = String(method[..<dot])
        return introspection.table.contract(of: interface) == nil
            ? .interfaceNotFound(interface: interface.shortened) : .methodNotFound(method: method.shortened)
    }
}
