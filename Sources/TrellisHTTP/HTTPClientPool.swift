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
    public convenience init() {
        self.init(trusting: nil, idleTime: HTTPTransport.idleTime)
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

extension Blueprint {
    /// Declares the pool of HTTP clients of a daemon, in the root scope.
    ///
    /// The pool is created when the first plugin that uses it starts.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func provideHTTPClients(file: String = #fileID, line: Int = #line) {
        provide({ () in HTTPClientPool() }, .lazily, file: file, line: line)
    }
}
