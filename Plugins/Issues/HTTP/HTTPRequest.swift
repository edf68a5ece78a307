import Foundation

/// A request, before it is known what sends it.
struct HTTPRequest: Sendable {
    /// The methods that are used.
    enum Method: String, Sendable {
        /// Reads, and may be repeated.
        case get = "GET"

        /// Changes something each time it arrives.
        case post = "POST"
    }

    /// What is done.
    var method: Method = .get

    /// To what, as an absolute URL.
    var url: String

    /// Headers, without `Authorization`.
    var headers: [(name: String, value: String)] = []

    /// Who asks.
    ///
    /// It becomes the header `Authorization` when the request is sent, and not before, so that no one who prints a
    /// request prints a secret.
    var token: Token?

    /// What is sent along.
    var body: [UInt8]?
}

/// The answer to a request.
struct HTTPResponse: Sendable {
    /// The status, as HTTP has it.
    var status: Int

    /// The headers: names in lower case, several values of one name joined by commas.
    var headers: [String: String] = [:]

    /// What was sent along.
    var body: [UInt8] = []
}

/// Why a request got no answer.
struct TransportFailure: Error, Hashable, CustomStringConvertible {
    /// What went wrong, as the end of a sentence.
    var reason: String

    /// Whether the request may have arrived all the same.
    var mayHaveArrived: Bool

    /// Since when requests get none, when that is known.
    var since: Date?

    /// The reason.
    var description: String { reason }

    /// The same failure, and since when there is none but failures.
    func since(_ time: Date) -> Self {
        var failure = self
        failure.since = time
        return failure
    }
}

/// Sends requests.
protocol HTTPTransport: Sendable {
    /// Sends a request, and takes the whole answer, whatever its status; redirects are answers.
    ///
    /// It ends when the task is cancelled, too.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: How long that may take, by the machine's clock.
    /// - Returns: The answer.
    /// - Throws: ``TransportFailure``, and `CancellationError` when the task is cancelled.
    func exchange(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse
}
