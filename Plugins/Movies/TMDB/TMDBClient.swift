import Foundation
import Trellis
import TrellisHTTP

/// Asks TMDB's API, and reads what it answers.
struct TMDBClient: Sendable {
    private let transfer: Lazy<Tagged<APIServer, TransferService>>

    init(transfer: Lazy<Tagged<APIServer, TransferService>>) {
        self.transfer = transfer
    }

    /// Asks for something.
    ///
    /// - Parameters:
    ///   - type: What the answer is.
    ///   - path: The names that lead to what to ask for.
    ///   - query: The names and values of the parameters.
    ///   - absent: What is thrown when TMDB has no such thing.
    /// - Returns: The answer.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func answer<Value: Decodable>(
        _ type: Value.Type, to path: [String], _ query: [(name: String, value: String)] = [], absent: MovieSourceError
    ) async throws -> Value {
        let response = try await transfer().value.response(to: path, query)
        switch response.status {
        case 200:
            do {
                return try TMDBAnswers.decoded(type, from: response.body)
            } catch {
                throw MovieSourceError.away(reason: "the API answered with something else than was asked for")
            }
        case 401, 403:
            throw MovieSourceError.refused(reason: Self.message(of: response) ?? "the API refuses the key")
        case 404:
            throw absent
        default:
            let message = Self.message(of: response).map { ": \($0)" } ?? ""
            throw MovieSourceError.away(reason: "the API answered with the status \(response.status)\(message)")
        }
    }

    /// What TMDB says, as far as it is text of a sensible length.
    private static func message(of response: HTTPResponse) -> String? {
        guard let failure = try? TMDBAnswers.decoded(TMDBAnswers.Failure.self, from: response.body) else { return nil }
        return String(failure.statusMessage.prefix(200))
    }
}
