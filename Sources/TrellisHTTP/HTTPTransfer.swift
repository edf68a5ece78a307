import Synchronization

/// A request that is sent once.
final class HTTPTransfer: Sendable {
    /// A transfer and its caller.
    struct Start: Sendable {
        let transfer: HTTPTransfer
        let continuation: CheckedContinuation<HTTPResponse, any Error>
    }

    let request: HTTPRequest
    let limits: HTTPLimits

    /// The error that ends the request early.
    let interruption = Mutex<(any Error)?>(nil)

    init(_ request: HTTPRequest, limits: HTTPLimits) {
        self.request = request
        self.limits = limits
    }
}
