import HostInterface
import Trellis

extension PluginLife {
    /// The registrations of the plugin's interfaces: the shared ones, and those of the sessions.
    ///
    /// They serve the calls of all generations: a call is served by the current generation, or by that of its session.
    func registrations(of scopes: PluginScopes) -> [VarlinkRegistration] {
        let (generations, sessions) = (scopes.generations, scopes.sessions)
        return generations.value.interfaces.values.map { interface in
            let name = type(of: interface).contract.name
            return registration(of: type(of: interface).contract) { _ in
                generations.enter()
            } handler: { call, generation in
                guard let interface = generation.value.interfaces[name] else {
                    preconditionFailure("all generations of a life serve the same interfaces")
                }
                try await interface.serve(call)
            }
        }
            + hosted.contracts.session.map { contract in
                registration(of: contract) { call in
                    try await sessions.enter(call.context.connection)
                } handler: { call, generation in
                    let interface = try await sessions.interface(contract.name, for: call.context, in: generation)
                    try await interface.serve(call)
                }
            }
    }

    private func registration(
        of contract: VarlinkContract,
        entering enter: @escaping @Sendable (ServerCall) async throws -> PluginSessions.Use,
        handler: @escaping @Sendable (ServerCall, PluginSessions.Use) async throws -> Void
    ) -> VarlinkRegistration {
        VarlinkRegistration(contract: contract, executorPreference: hosted.executor) { call in
            let isStream = call.context.more && contract.method(named: call.method)?.streaming != .never
            let generation = try await enter(call)
            defer { generation.leave() }
            let calls = generation.value.calls
            do {
                try await calls.serve(.call(call, isStream: isStream)) { try await handler(call, generation) }
            } catch is CancellationError where calls.isEnding {
                throw calls.abandonment ?? self.ended
            } catch {
                throw self.declared(error, of: call.qualifiedMethod)
            }
        }
    }

    /// The error of a call that ended with its generation.
    var ended: HostError {
        guard stopping.isSignaled else { return .pluginReconfigured(plugin: name) }
        return .pluginNotRunning(plugin: name, state: .stopping, reason: nil, nextStart: nil)
    }

    /// Converts an error that the contract of a method does not declare to `io.trellis.Host.Failure`, and logs it.
    private func declared(_ error: any Error, of method: String) -> any Error {
        switch error {
        case is any VarlinkError, is RemoteError, is CancellationError, is ServerCallError: return error
        default:
            logger.log(
                .undeclaredError,
                "the method \(method) of the plugin \(name) threw an undeclared error: \(error.textWithType)",
                metadata: ["method": "\(method)", "error": "\(error.textWithType)"])
            return HostError.failure(message: error.textWithType, requestID: CallIdentity.current?.requestID)
        }
    }
}
