import Foundation
import Trellis

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
    ///   - request: What to ask for.
    ///   - absent: What is thrown when TMDB has no such thing.
    /// - Returns: The answer.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func answer<Value: Decodable>(
        _ type: Value.Type, to request: TransferRequest, absent: MovieSourceError
    ) async throws -> Value {
        let answer: TransferAnswer
        do {
            answer = try await transfer().value.answer(to: request)
        } catch let error as TransferError {
            throw MovieSourceError(error, of: .api)
        }
        switch answer.status {
        case 200:
            do {
                return try TMDBAnswers.decoded(type, from: answer.body)
            } catch {
                throw MovieSourceError.away(reason: "the API answered with something else than was asked for")
            }
        case 401, 403:
            throw MovieSourceError.refused(reason: Self.message(of: answer) ?? "the API refuses the key")
        case 404:
            throw absent
        default:
            let message = Self.message(of: answer).map { ": \($0)" } ?? ""
            throw MovieSourceError.away(reason: "the API answered with the status \(answer.status)\(message)")
        }
    }

    /// What TMDB says, as far as it is text of a sensible length.
    private static func message(of answer: TransferAnswer) -> String? {
        guard let failure = try? TMDBAnswers.decoded(TMDBAnswers.Failure.self, from: answer.body) else { return nil }
        return String(failure.statusMessage.prefix(200))
    }
}

extension MovieSourceError {
    /// Why a server did not answer.
    init(_ error: TransferError, of server: SourceMonitor.Server) {
        let reason = "\(server.rawValue) did not answer: \(error)"
        if case .busy(let retryAfter) = error {
            self = .away(reason: reason, retryAfter: retryAfter)
        } else {
            self = .away(reason: reason)
        }
    }
}
