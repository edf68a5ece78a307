import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Trellis

extension HTTPFailure {
    /// What an error of AsyncHTTPClient, or of what it is made of, means.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - url: What was asked for.
    ///   - size: How many bytes an answer may have.
    init(_ error: any Error, of url: String, answerSize size: ByteCount) {
        switch error {
        case let error as NIOConnectionError:
            self.init(connecting: error)
        case let error as HTTPClientError where error == .connectTimeout:
            self.init(.noConnection, "the server did not take the connection in time")
        case let error as HTTPClientError where error == .getConnectionFromPoolTimeout:
            self.init(.noConnection, "no connection was free in time")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            self.init(closed: ())
        // Where the length of the answer was told, it is the parser that misses the rest.
        case HTTPParserError.invalidEOFState:
            self.init(closed: ())
        case is HTTPParserError:
            self.init(.connectionLost, "what the server sent is not HTTP")
        case let error as HTTPClientError:
            self.init(.connectionLost, "the request failed: \(error.shortDescription)")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(.noConnection, "no encrypted connection could be made: \(error)")
        case is NIOTooManyBytesError:
            self.init(.answerTooLarge, "the answer has more than \(size.bytes) bytes")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            // Where the host is a name there are several attempts, and their errors come in a NIOConnectionError.
            let parts = URLComponents(string: url)
            let server = "\(parts?.host ?? "the server"):\(parts?.port ?? (parts?.scheme == "http" ? 80 : 443))"
            self.init(.noConnection, "no connection to \(server) could be made: \(Errno(rawValue: error.errnoCode))")
        case let error as IOError:
            self.init(.connectionLost, "the connection failed: \(Errno(rawValue: error.errnoCode))")
        default:
            // The type alone: what others say in their errors may have the URL in it, and that a credential.
            self.init(.connectionLost, "the connection failed: \(type(of: error))")
        }
    }

    private init(closed: Void) {
        self.init(.connectionLost, "the connection was closed before the whole answer came")
    }

    private init(connecting error: NIOConnectionError) {
        let server = "\(error.host):\(error.port)"
        if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty {
            self.init(.noConnection, "the name \(error.host) can't be resolved")
        } else if let io = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
            self.init(.noConnection, "no connection to \(server) could be made: \(Errno(rawValue: io.errnoCode))")
        } else {
            self.init(.noConnection, "no connection to \(server) could be made")
        }
    }
}
