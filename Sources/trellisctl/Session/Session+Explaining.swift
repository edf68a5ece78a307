import HostInterface
import Varlink

extension Session {
    /// Runs a body that makes calls, and converts their errors to failures with a description and a request ID.
    ///
    /// The body makes one call after another, so the failed call is the last one on the connection.
    ///
    /// - Parameters:
    ///   - method: The method that the body calls, whose contract describes its errors. By default, the contract of an
    ///     error is fetched from the daemon.
    ///   - body: Makes the calls.
    /// - Returns: The result of the body.
    /// - Throws: ``CommandFailure`` for a call; ``OutputClosed``, ``Interruption`` and `CancellationError` unchanged.
    func explaining<Result>(
        calling method: PluginMethod? = nil, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch {
            switch error {
            case is OutputClosed, is Interruption, is CancellationError, is CommandFailure: throw error
            default: throw await failure(of: error, calling: method)
            }
        }
    }

    private func failure(of error: any Error, calling method: PluginMethod?) async -> CommandFailure {
        if (error as? VarlinkConnectionError)?.code == .closedByService,
            let failure = await connection.failureOfHost()
        {
            return failure
        }
        var failure = CommandFailure(call: error)
        guard let cause = failure.error, let connection = await connection.current else { return failure }
        // The identifier is requested before the call that fetches the contract.
        let requestID =
            if let requestID = failure.requestID { requestID } else { await previousRequestID(on: connection) }
        switch error {
        case ServiceError.invalidParameter(let parameter):
            if let method { failure = method.failure(ofParameter: parameter) }
        case let error as RemoteError:
            failure = CommandFailure(call: error, of: await contract(of: error, knowing: method, on: connection))
        default: break
        }
        failure.error = cause
        failure.requestID = requestID
        return failure
    }

    /// Returns the identifier of the last call on a connection; nil when it is unknown or the connection is closed.
    private func previousRequestID(on connection: VarlinkConnection) async -> String? {
        try? await withTimeout { try await HostClient(connection).getPreviousRequestID().requestID }
    }

    /// Returns the interface of an error; nil when it cannot be fetched.
    private func contract(
        of error: RemoteError, knowing method: PluginMethod?, on connection: VarlinkConnection
    ) async -> InterfaceDescription? {
        if let known = method?.interface, known.name == error.interface { return known }
        return try? await withTimeout { try await Catalogue(connection: connection).interface(error.interface) }
    }
}

extension RemoteError {
    /// The name of the interface that declares the error.
    fileprivate var interface: String {
        String(name[..<(name.lastIndex(of: ".") ?? name.startIndex)])
    }
}
