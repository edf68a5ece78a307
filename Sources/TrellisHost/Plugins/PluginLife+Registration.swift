import HostInterface
import Trellis

extension PluginLife {
    /// The registrations of the plugin's interfaces: the shared ones, and those of the sessions.
    func registrations(of scopes: PluginScopes) throws -> [VarlinkRegistration] {
        let shared = try scopes.generation.contributions(to: (any VarlinkInterface).self)
        let sessions = scopes.sessions
        return shared.map { interface in
            registration(of: type(of: interface).contract) { call in try await interface.handle(call) }
        }
            + supervisor.contracts.session.map { contract in
                registration(of: contract) { call in
                    let interface = try await sessions.interface(contract.name, for: call.context)
                    try await interface.handle(call)
                }
            }
    }

    private func registration(
        of contract: VarlinkContract, handler: @escaping VarlinkRegistration.Handler
    ) -> VarlinkRegistration {
        VarlinkRegistration(contract: contract, executorPreference: supervisor.executor) { [calls] call in
            let isStream = call.context.more && contract.method(named: call.method)?.streaming != .never
            do {
                try await calls.serve(call, isStream: isStream) { try await handler(call) }
            } catch is CancellationError where calls.isEnding {
                throw calls.abandonment
                    ?? HostError.pluginNotRunning(plugin: self.name, state: .stopping, reason: nil, nextStart: nil)
            } catch {
                throw self.declared(error, of: call.qualifiedMethod)
            }
        }
    }

    /// Converts an error that the contract of a method does not declare to `io.trellis.Host.Failure`, and logs it.
    private func declared(_ error: any Error, of method: String) -> any Error {
        switch error {
        case is any VarlinkError, is RemoteError, is CancellationError, is ServerCallError: return error
        default:
            logger.log(
                .undeclaredError, "the method \(method) of the plugin \(name) threw an undeclared error: \(error)",
                metadata: ["method": "\(method)", "error": "\(error)"])
            return HostError.failure(message: "\(error)", requestID: CallIdentity.current?.requestID)
        }
    }
}
