import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Trellis
import TrellisWeb

/// The path `/call/METHOD`: a Varlink call in the name of the user, with parameters and replies as JSON.
struct CallEndpoint: Sendable {
    /// The beginning of the path, before the qualified name of the method.
    static let prefix = "/call/"

    /// The maximum size of the parameters, in bytes.
    private static let maximumSize = 1 << 20

    /// The time for which a call may continue when the dashboard stops.
    private static let grace = Duration.seconds(1)

    private let contracts: Contracts

    init(contracts: Contracts) { self.contracts = contracts }

    /// Makes a call, and answers with its reply, or with all replies of a method that requires the flag `more`.
    func response(for session: WebSession, calling method: String, _ request: Request) async throws -> Response {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }
        guard type?.lowercased() == "application/json" else {
            return .failure(.unsupportedMediaType, "Send the parameters as application/json.")
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.maximumSize)
        } catch is NIOTooManyBytesError {
            return .failure(.contentTooLarge, "The parameters exceed \(Self.maximumSize) bytes.")
        }
        let call: CallMessage
        let isStream = try await contracts.method(method, from: session.caller)?.streaming == .required
        do {
            let parameters = try JSONValue(parsing: String(buffer: body))
            guard let object = parameters.objectValue else { return .failure(.badRequest, "Send a JSON object.") }
            call = try CallMessage(method: method, parameters: object, mode: isStream ? .more : .single)
        } catch {
            return .failure(.badRequest, "The parameters are not valid JSON: \(error).")
        }
        // The call runs in a task of its own, so that one that stops or reloads the dashboard does not wait for this response.
        let source = try await session.caller.replies(to: call)
        let replies = ReplyCollection(takesSeveral: isStream)
        let end = try await end(of: replies, from: source, isLimited: isStream)
        switch end {
        case .shutdown:
            return .json(
                [
                    "error": "io.trellis.Host.ShuttingDown",
                    "message": "The dashboard stops or restarts. A reload or a command that has begun continues.",
                ], status: .serviceUnavailable)
        case .failed(let name, let parameters):
            return try await failure(name, parameters, for: session)
        case .complete: return replies.response(endingBy: nil)
        case .limit(let reason): return replies.response(endingBy: reason)
        }
    }

    /// Receives the replies of a call until it ends, a limit is reached, or the dashboard stops.
    private func end(
        of replies: ReplyCollection, from source: any ReplySource, isLimited: Bool
    ) async throws -> ReplyCollection.End {
        try await withThrowingTaskGroup(of: ReplyCollection.End.self) { group in
            group.addTask { try await replies.receive(from: source) }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: Self.grace)
                return .shutdown
            }
            if isLimited {
                group.addTask {
                    try await Task.sleep(for: ReplyCollection.timeLimit)
                    return .limit("time")
                }
            }
            defer { group.cancelAll() }
            guard let end = try await group.next() else { preconditionFailure("the group has tasks") }
            return end
        }
    }

    /// Returns the response for an error of a call.
    private func failure(_ name: String, _ parameters: JSONObject, for session: WebSession) async throws -> Response {
        let error = CallError(name: name, parameters: parameters)
        let contract = try? await contracts.contract(error.interface, from: session.caller)
        return .json(
            [
                "error": .string(name), "parameters": .object(parameters),
                "message": .string(error.message(describedBy: contract)),
            ], status: error.status)
    }
}
