import AsyncHTTPClient
import NIOCore
import NIOPosix
import Trellis

/// Tells in a few words why a request failed.
///
/// The addresses of requests are left out: they may have a key in them.
enum TransferFailure {
    /// What happened, in a sentence without its full stop.
    ///
    /// - Parameter error: What the client or a time limit threw.
    /// - Returns: The sentence.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as TimeLimitExceeded:
            "it did not answer within \(error.limit.systemdText)"
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first {
                sentence(first.error)
            } else if error.dnsAError != nil || error.dnsAAAAError != nil {
                "its name '\(error.host)' could not be resolved"
            } else {
                "no connection could be made"
            }
        case let error as IOError: sentence(Errno(rawValue: error.errnoCode))
        case Errno.connectionRefused: "the connection was refused"
        case Errno.connectionReset: "the connection was reset"
        case Errno.networkUnreachable, Errno.noRouteToHost: "there is no way to it"
        case let error as Errno: "the connection failed: \(error)"
        case let error as HTTPClientError where error == .connectTimeout: "no connection could be made in time"
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            "it closed the connection before it had answered"
        case let error as HTTPClientError: "the request failed: \(error.shortDescription)"
        default: "the connection failed: \(String(describing: type(of: error)))"
        }
    }
}
