import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Receives the connections of a socket for one generation of a plugin.
final class ConnectionReceiver: Sendable {
    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        /// The time of the last report that all connections are in use.
        var reported: ContinuousClock.Instant?
        var isFinished = false
    }

    /// The connections, until ``finish()``.
    let connections: AsyncStream<HTTP1Channel.Value>

    private let continuation: AsyncStream<HTTP1Channel.Value>.Continuation
    private let http: HTTP1Channel
    private let logger: Logger
    private let state = Mutex(State())

    /// The address of the socket, for the log.
    private let address: ListenAddress

    /// The minimum time between two reports that all connections are in use.
    private static let reportInterval = Duration.seconds(60)

    init(http: HTTP1Channel, at address: ListenAddress, logger: Logger) {
        (self.http, self.address, self.logger) = (http, address, logger)
        (connections, continuation) = AsyncStream.makeStream()
    }

    /// Receives a connection.
    ///
    /// The caller is the event loop of the connection, so that the future of `setup` is complete when it is returned.
    func receive(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isFull = state.withLock { state in
            state.open[id] = channel
            guard state.open.count >= ListeningSocket.maximumConnections else { return false }
            if let reported = state.reported, reported.duration(to: .now) < Self.reportInterval { return false }
            state.reported = .now
            return true
        }
        if isFull {
            logger.warning(
                "all connections are in use; further clients wait until one of them closes",
                metadata: [
                    "address": "\(address)", "connections": "\(ListeningSocket.maximumConnections)",
                ])
        }
        channel.closeFuture.whenComplete { _ in self.state.withLock { $0.open[id] = nil } }
        http.setup(channel: channel, logger: logger).whenSuccess { [http, logger, continuation] connection in
            guard case .terminated = continuation.yield(connection) else { return }
            // The service was cancelled. A connection that is never handled ends the process (NIO requires that each writer
            // is finished). The task is unstructured, because nothing awaits it; it ends with the closed channel.
            channel.close(promise: nil)
            Task { await http.handle(value: connection, logger: logger) }
        }
    }

    /// Ends ``connections``, and closes each connection after its present request: an idle one at once, and one that has
    /// not had a request yet after the first one, or after a second.
    ///
    /// The receiver must have been removed from its socket.
    func finish() {
        continuation.finish()
        let open = state.withLock { state in
            defer { state.isFinished = true }
            return state.isFinished ? [] : Array(state.open.values)
        }
        for channel in open { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }
}
