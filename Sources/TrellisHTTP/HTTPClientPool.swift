import AsyncHTTPClient
import NIOCore
import Synchronization
public import Trellis

/// The HTTP clients of all plugins of a daemon.
///
/// The daemon provides one pool to all plugins, and a plugin passes it to its services
/// (``HTTPService/init(limits:clock:clients:failpoint:)``). Connections thus remain open for further requests to a
/// server, also after a plugin has reloaded its configuration. The number of clients has no limit here: each service
/// limits its own requests, so that a plugin whose server does not respond does not delay another plugin.
///
/// When a connection cannot be established, AsyncHTTPClient 1.37 fails all requests of the client that wait for a
/// connection. Here a client serves one request at a time, so a failed connection affects only this request. The most
/// recently used client is used next, because it may have an open connection.
public final class HTTPClientPool: Sendable, Closable {
    private struct State {
        var idle: [HTTPClient] = []
        var isClosed = false
    }

    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State())

    /// Creates an empty pool that creates clients on demand.
    public convenience init() {
        self.init(configuration: Self.configuration)
    }

    /// Creates a pool for a test.
    ///
    /// - Parameter configuration: The configuration of each client.
    init(configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    /// The configuration of the clients.
    static var configuration: HTTPClient.Configuration {
        var settings = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // The timeout of a request is that of its service, which is at most as long.
        settings.timeout.connect = .minutes(1)
        // HTTPService retries requests itself, within the limits.
        settings.connectionPool.retryConnectionEstablishment = false
        // The timeout is shorter than the idle timeout of servers, so that a request is not sent on a connection that
        // the server is closing.
        settings.connectionPool.idleTimeout = .seconds(10)
        return settings
    }

    /// Closes the connections of the clients that are not in use.
    ///
    /// Clients in use close when they are returned.
    ///
    /// - Throws: The first error of closing a connection.
    public func close() async throws {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        var failure: (any Error)?
        for client in clients {
            do { try await client.shutdown() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Returns a client that no other request uses.
    ///
    /// - Throws: `HTTPClientError.alreadyShutdown` when the pool has closed.
    func take() throws -> HTTPClient {
        try state.withLock { state in
            if state.isClosed { throw HTTPClientError.alreadyShutdown }
            // Allowed under the lock, because the initializer does not call code of this module.
            return state.idle.popLast()
                ?? HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        }
    }

    /// Accepts a client that has no request in progress.
    ///
    /// - Returns: Whether the pool keeps the client; otherwise the caller shuts the client down.
    func keep(_ client: HTTPClient) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.idle.append(client) }
            return !state.isClosed
        }
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
