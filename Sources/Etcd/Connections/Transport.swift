import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOSSL

extension HTTP2ClientTransport.Posix {
    /// Creates the transport of a connection to a member.
    init(to endpoint: EtcdEndpoint, _ configuration: EtcdConfiguration) throws {
        try self.init(
            target: endpoint.target,
            transportSecurity: configuration.tls.map { .tls($0.transportSecurity) } ?? .plaintext,
            config: .defaults { config in
                // etcd closes a connection whose client sends pings more often than every 5 seconds, or without a call.
                config.connection.keepalive = .init(
                    time: .seconds(10), timeout: .seconds(3), allowWithoutCalls: false)
                config.channelDebuggingCallbacks.onCreateTCPConnection = { $0.answerPings() }
                config.backoff = .init(initial: .milliseconds(100), max: .seconds(2), multiplier: 1.6, jitter: 0.2)
            })
    }
}

extension EtcdConfiguration.TLS {
    fileprivate var transportSecurity: HTTP2ClientTransport.Posix.TransportSecurity.TLS {
        .defaults { tls in
            if let authority { tls.trustRoots = .certificates([.file(path: authority, format: .pem)]) }
            if let identity {
                tls.certificateChain = [.file(path: identity.certificate, format: .pem)]
                tls.privateKey = .file(path: identity.key, format: .pem)
                tls.certificateReloader = RenewedIdentity(identity: identity)
            }
        }
    }
}

extension Channel {
    /// Adds the handler that answers pings, between TLS and HTTP/2.
    fileprivate func answerPings() -> EventLoopFuture<Void> {
        eventLoop.makeCompletedFuture {
            let handlers = pipeline.syncOperations
            if let tls = try? handlers.handler(type: NIOSSLClientHandler.self) {
                try handlers.addHandler(PingResponder(), position: .after(tls))
            } else {
                try handlers.addHandler(PingResponder(), position: .first)
            }
        }
    }
}
