import Foundation
public import Trellis

/// The HTTP clients of all plugins of a daemon.
///
/// The daemon provides one pool to all plugins, and a plugin passes it to its services
/// (``HTTPService/init(limits:clock:clients:failpoint:)``). Connections thus remain open for further requests to a
/// server, also after a plugin has reloaded its configuration. The number of requests has no limit here: each service
/// limits its own requests, so that a plugin whose server does not respond does not delay another plugin.
///
/// Each request in progress has a connection of its own, so that a failed connection affects only this request.
/// Connections without a request close after at most 10 seconds.
public final class HTTPClientPool: Sendable, Closable {
    let transport: HTTPTransport

    /// Creates a pool that starts its thread at the first request.
    ///
    /// - Parameter configuration: The configuration. Default: the default values.
    public convenience init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
        self.init(trusting: configuration.authorities, idleTime: HTTPTransport.idleTime)
    }

    /// Creates a pool for a test.
    ///
    /// - Parameters:
    ///   - authorities: The file with the certificates of the authorities to trust; nil for those of the system.
    ///   - idleTime: The duration without a request after which the connections are closed.
    init(trusting authorities: String? = nil, idleTime: Duration = HTTPTransport.idleTime) {
        transport = HTTPTransport(trusting: authorities, idleTime: idleTime)
    }

    /// Fails the requests in progress, and closes all connections.
    public func close() async {
        await transport.close()
    }
}

/// The configuration of the HTTP clients of a daemon.
public struct HTTPClientConfiguration: PluginConfiguration {
    /// The path of the file with the certificates (PEM) of the trusted authorities; nil for those of the system.
    public var authorities: String?

    /// Creates a configuration with the default values.
    public init() {}

    /// Reads the configuration.
    public init(from settings: Settings) {
        authorities = settings.string(
            "authorities",
            "The file with the certificates (PEM) of the authorities whose servers the HTTP clients of all plugins trust. "
                + "Without it, these are the authorities of the system.")
        if let authorities, let problem = Self.problem(of: authorities) { settings.reject("authorities", problem) }
    }

    /// Returns why no certificate can be read from a file; nil if one can.
    private static func problem(of path: String) -> String? {
        guard access(path, R_OK) == 0 else {
            let reason = String(cString: strerror(errno))
            return "cannot read '\(path)': \(reason); name a file that the daemon's user can read"
        }
        let contents = FileManager.default.contents(atPath: path)
        guard contents?.firstRange(of: Data("CERTIFICATE-----".utf8)) == nil else { return nil }
        return "'\(path)' has no certificate; expected a file with certificates in PEM"
    }
}

extension Blueprint {
    /// Declares the pool of HTTP clients of a daemon, in the root scope.
    ///
    /// The pool is created when the first plugin that uses it starts.
    ///
    /// - Parameters:
    ///   - configuration: The configuration. Default: the default values.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func provideHTTPClients(
        _ configuration: HTTPClientConfiguration = HTTPClientConfiguration(), file: String = #fileID, line: Int = #line
    ) {
        provide({ () in HTTPClientPool(configuration: configuration) }, .lazily, file: file, line: line)
    }
}
