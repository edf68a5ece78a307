import HTTPTypes
import HummingbirdCore
import Synchronization
import Trellis

/// The replies of one call, as text, within the limits of a response.
final class ReplyCollection: Sendable {
    /// The end of a call.
    enum End: Sendable {
        /// The final reply was received.
        case complete

        /// The call failed with an error.
        case failed(String, JSONObject)

        /// A limit was reached: `replies`, `size` or `time`.
        case limit(String)

        /// The dashboard stops.
        case shutdown
    }

    private struct State {
        var texts: [String] = []
        var size = 0
    }

    /// The maximum number of replies.
    static let maximumCount = 1_000

    /// The maximum size of the replies, in bytes.
    static let maximumSize = 1 << 20

    /// The time after which a call with several replies is ended: it may be endless.
    static let timeLimit = Duration.seconds(10)

    private let takesSeveral: Bool
    private let state = Mutex(State())

    /// Creates an empty collection.
    ///
    /// - Parameter takesSeveral: Whether the response has an array of replies.
    init(takesSeveral: Bool) { self.takesSeveral = takesSeveral }

    /// Receives replies until the call ends, or they exceed a limit.
    func receive(from source: any ReplySource) async throws -> End {
        while let reply = try await source.next() {
            if let error = reply.error { return .failed(error, try reply.parameters.decode()) }
            let text = reply.parameters.text
            let (count, size) = state.withLock { state in
                state.texts.append(text)
                state.size += text.utf8.count
                return (state.texts.count, state.size)
            }
            if !reply.continues { return .complete }
            if count >= Self.maximumCount { return .limit("replies") }
            if size >= Self.maximumSize { return .limit("size") }
        }
        return .complete
    }

    /// Returns the response with the replies that were received.
    ///
    /// - Parameter limit: The limit that ended the call; nil if the call is complete.
    /// - Returns: The response, which names the limit.
    func response(endingBy limit: String?) -> Response {
        let texts = state.withLock(\.texts)
        guard takesSeveral else { return .json(text: texts.first ?? "{}") }
        var response = Response.json(text: "[" + texts.joined(separator: ",") + "]")
        if let limit { response.headers[.name("Trellis-Incomplete")] = limit }
        return response
    }
}
