import CCurl
import Foundation
import Trellis

extension HTTPFailure {
    /// The failure of a request whose service or pool closes.
    static let closed = HTTPFailure(.connectionLost, "the request failed: the HTTP client is closed")

    /// The failure of a response that ends early.
    static let incomplete = HTTPFailure(
        .connectionLost, "the connection was closed before the response was complete")

    /// Converts an error of a connection.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - url: The URL of the request, from which the host and port of the message are taken.
    init(_ error: Errno, of url: String) {
        if error == .connectionRefused {
            self.init(.noConnection, "cannot connect to \(url.server): \(error)")
        } else {
            self.init(.connectionLost, "the connection failed: \(error)")
        }
    }

    /// Converts a result of libcurl (libcurl-errors(3)).
    ///
    /// - Parameters:
    ///   - result: The result. A success is one whose response has incomplete headers, which libcurl accepts.
    ///   - detail: The description of a failed TLS connection. Other descriptions may contain the URL, and so a
    ///     credential.
    ///   - error: The error of the last system call; 0 when libcurl has not recorded one.
    ///   - wasSent: Whether the request was sent.
    ///   - url: The URL of the request, from which the host and port of the message are taken.
    init(_ result: CURLcode, _ detail: String, _ error: Errno, wasSent: Bool, of url: String) {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.noConnection, "cannot resolve the host name \(url.host)")
        case CURLE_COULDNT_CONNECT:
            self.init(
                .noConnection, "cannot connect to \(url.server): \(error.rawValue == 0 ? result.text : "\(error)")")
        case CURLE_OPERATION_TIMEDOUT:
            self.init(.noConnection, "the server did not accept the connection within the timeout")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            self.init(.noConnection, "cannot establish a TLS connection: \(detail.isEmpty ? result.text : detail)")
        case _ where !wasSent:
            self.init(.noConnection, "cannot send the request: \(result.text)")
        // HTTPExchange aborts a request that libcurl would send again.
        case CURLE_OK, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_ABORTED_BY_CALLBACK:
            self = .incomplete
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            self.init(.connectionLost, "the response is not HTTP")
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            self.init(.connectionLost, "the connection failed: \(error.rawValue == 0 ? result.text : "\(error)")")
        default:
            self.init(.connectionLost, "the request failed: \(result.text)")
        }
    }
}

extension CURLcode {
    /// A description without details of the request.
    var text: String { String(cString: curl_easy_strerror(self)) }
}

extension String {
    /// The host of a URL.
    fileprivate var host: String { URLComponents(string: self)?.host ?? "of the server" }

    /// The host and the port of a URL.
    fileprivate var server: String {
        let parts = URLComponents(string: self)
        return "\(parts?.host ?? "the server"):\(parts?.port ?? (parts?.scheme == "http" ? 80 : 443))"
    }
}
