import HostInterface
import Logging
public import Trellis

extension VarlinkRouter {
    /// A router that tells what it is, and turns errors that no contract knows into those of `io.trellis.Host`.
    ///
    /// - Parameters:
    ///   - logger: Told about errors that a plugin's contract has no word for.
    ///   - interceptor: Decides on each call; nil allows every call.
    /// - Returns: The router, without any interface of a plugin.
    public static func host(logger: Logger, interceptor: (any CallInterceptor)? = nil) -> VarlinkRouter {
        VarlinkRouter(
            information: ServiceInformation(
                vendor: "Trellis", product: "trellisd", version: Host.version, url: "man:trellisd(8)"),
            interceptor: interceptor,
            errorMapper: { error in
                switch error {
                case is CancellationError: return HostError.shuttingDown
                case ConnectionRefusal.tooManyConnections(let limit):
                    return HostError.tooManyConnections(limit: limit, key: "control.connections")
                case ConnectionRefusal.tooManyConnectionsOfUser(let limit):
                    return HostError.tooManyConnections(limit: limit, key: "control.connectionsPerUser")
                default: break
                }
                logger.error(
                    "a command failed in a way that its contract does not know", metadata: ["error": "\(error)"])
                return HostError.failure(message: "\(error)")
            })
    }
}
