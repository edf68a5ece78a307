import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL

extension TransportFailure {
    /// What an error of AsyncHTTPClient, or of what it is made of, means.
    init(_ error: any Error) {
        switch error {
        case let error as NIOConnectionError:
            self.init(connecting: error)
        case let error as HTTPClientError where error == .connectTimeout:
            self.init(reason: "the server did not take the connection in time", mayHaveArrived: false)
        case let error as HTTPClientError where error == .getConnectionFromPoolTimeout:
            self.init(reason: "no connection was free in time", mayHaveArrived: false)
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            self.init(reason: "the connection was closed before the whole answer came", mayHaveArrived: true)
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            self.init(reason: "there was no whole answer in time", mayHaveArrived: true)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(reason: "no encrypted connection could be made: \(error)", mayHaveArrived: false)
        case is NIOTooManyBytesError:
            self.init(
                reason: "the answer has more than \(AsyncHTTPTransport.maximumBody >> 20) MiB", mayHaveArrived: true)
        case let error as IOError:
            self.init(reason: "the connection failed: \(error.description)", mayHaveArrived: true)
        default:
            self.init(reason: "the connection failed: \(error)", mayHaveArrived: true)
        }
    }

    private init(connecting error: NIOConnectionError) {
        let server = "\(error.host):\(error.port)"
        let reason: String
        if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty {
            reason = "the name \(error.host) can't be resolved"
        } else if let io = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
            reason = "no connection to \(server) could be made: \(String(cString: strerror(io.errnoCode)))"
        } else {
            reason = "no connection to \(server) could be made"
        }
        self.init(reason: reason, mayHaveArrived: false)
    }
}
