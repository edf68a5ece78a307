import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SystemPackage

extension TransportFailure {
    /// What an error of AsyncHTTPClient, or of what it is made of, means.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - url: What was asked for.
    init(_ error: any Error, of url: String) {
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
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            // Where the host is a name there are several attempts, and their errors come in a NIOConnectionError.
            let parts = URLComponents(string: url)
            let server = "\(parts?.host ?? "the server"):\(parts?.port ?? (parts?.scheme == "http" ? 80 : 443))"
            self.init(
                reason: "no connection to \(server) could be made: \(Errno(rawValue: error.errnoCode))",
                mayHaveArrived: false)
        case let error as IOError:
            self.init(
                reason: "the connection failed: \(Errno(rawValue: error.errnoCode))", mayHaveArrived: true)
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
            reason = "no connection to \(server) could be made: \(Errno(rawValue: io.errnoCode))"
        } else {
            reason = "no connection to \(server) could be made"
        }
        self.init(reason: reason, mayHaveArrived: false)
    }
}
