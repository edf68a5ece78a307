import Foundation
import Trellis
import TrellisHTTP

/// A client of TMDB's API.
struct TMDBClient: Sendable {
    private let transfer: Lazy<Tagged<APIServer, TransferService>>

    init(transfer: Lazy<Tagged<APIServer, TransferService>>) {
        self.transfer = transfer
    }

    /// Sends a request and decodes the response.
    ///
    /// - Parameters:
    ///   - type: The type of the response.
    ///   - path: The path components below the URL of the API.
    ///   - query: The names and values of the query parameters.
    ///   - absent: The error to throw for the status 404.
    /// - Returns: The decoded response.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func answer<Value: Decodable>(
        _ type: Value.Type, to path: [String], _ query: [(name: String, value: String)] = [], absent: MovieSourceError
    ) async throws -> Value {
        let response = try await transfer().value.response(to: path, query)
        switch response.status {
        case 200:
            do {
                return try TMDBAnswers.decoded(type, from: response.body)
            } catch {
                throw MovieSourceError.unavailable(reason: "the API sent an invalid response")
            }
        case 401, 403:
            throw MovieSourceError.accessDenied(reason: Self.message(of: response) ?? "the API rejects the key")
        case 404:
            throw absent
        default:
            let message = Self.message(of: response).map { ": \($0)" } ?? ""
            throw MovieSourceError.unavailable(reason: "the API responded with status \(response.status)\(message)")
        }
    }

    /// Returns the error message in a response of TMDB, at most 200 characters; nil when the response contains none.
    private static func message(of response: HTTPResponse) -> String? {
        guard let failure = try? TMDBAnswers.decoded(TMDBAnswers.Failure.self, from: response.body) else { return nil }
        return String(failure.statusMessage.prefix(200))
    }
}
