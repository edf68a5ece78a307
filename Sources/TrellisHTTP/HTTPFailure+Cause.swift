import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Trellis

extension HTTPFailure {
    /// Converts an error of AsyncHTTPClient, or of a library that it uses.
    ///
    /// - Parameters:
    ///   - error: The error that sending the request or reading the response threw.
    ///   - url: The URL of the request, from which the host and port of the message are taken.
    ///   - size: The maximum number of bytes of a response.
    init(_ error: any Error, of url: String, responseSize size: ByteCount) {
        switch error {
        case let error as NIOConnectionError:
            self.init(connecting: error)
        case let error as HTTPClientError where error == .connectTimeout:
            self.init(.noConnection, "the server did not accept the connection within the timeout")
        case let error as HTTPClientError where error == .getConnectionFromPoolTimeout:
            self.init(.noConnection, "no connection was available within the timeout")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            self.init(closed: ())
        // The parser reports a body that is shorter than its Content-Length.
        case HTTPParserError.invalidEOFState:
            self.init(closed: ())
        case is HTTPParserError:
            self.init(.connectionLost, "the response is not HTTP")
        case let error as HTTPClientError:
            self.init(.connectionLost, "the request failed: \(error.shortDescription)")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(.noConnection, "cannot establish a TLS connection: \(error)")
        case is NIOTooManyBytesError:
            self.init(.responseTooLarge, "the response exceeds \(size.bytes) bytes")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            // For an IP address, the error of the connection is thrown directly. For a host name, a NIOConnectionError
            // contains the errors of all addresses.
            let parts = URLComponents(string: url)
            let server = "\(parts?.host ?? "the server"):\(parts?.port ?? (parts?.scheme == "http" ? 80 : 443))"
            self.init(.noConnection, "cannot connect to \(server): \(Errno(rawValue: error.errnoCode))")
        case let error as IOError:
            self.init(.connectionLost, "the connection failed: \(Errno(rawValue: error.errnoCode))")
        default:
            // Only the type is shown: the description of an unknown error may contain the URL, and so a credential.
            self.init(.connectionLost, "the connection failed: \(type(of: error))")
        }
    }

    private init(closed: Void) {
        self.init(.connectionLost, "the connection was closed before the response was complete")
    }

    private init(connecting error: NIOConnectionError) {
        let server = "\(error.host):\(error.port)"
        if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty {
            self.init(.noConnection, "cannot resolve the host name \(error.host)")
        } else if let io = error.connectionErrors.lazy.compactMap({ $0.error as? IOError }).first {
            self.init(.noConnection, "cannot connect to \(server): \(Errno(rawValue: io.errnoCode))")
        } else {
            self.init(.noConnection, "cannot connect to \(server)")
        }
    }
}
