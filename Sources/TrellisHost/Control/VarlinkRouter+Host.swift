import HostInterface
import HostSupport
import Logging
public import Trellis

extension VarlinkRouter {
    /// Returns a router that has the daemon's service information and converts undeclared errors to those of
    /// `io.trellis.Host`.
    ///
    /// - Parameters:
    ///   - logger: Logs errors that the contract of the called method does not declare.
    ///   - interceptor: Authorizes calls; nil allows every call.
    /// - Returns: The router, without interfaces of plugins.
    public static func host(logger: Logger, interceptor: (any CallInterceptor)? = nil) -> VarlinkRouter {
        VarlinkRouter(
            information: ServiceInformation(
                vendor: "Trellis", product: "trellisd", version: Release.version, url: "man:trellisd(8)"),
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
                logger.log(
                    .undeclaredError, "a method of the daemon threw an undeclared error: \(error.textWithType)",
                    metadata: ["error": "\(error.textWithType)"])
                return HostError.failure(message: error.textWithType, requestID: CallIdentity.current?.requestID)
            })
    }
}
