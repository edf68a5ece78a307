import Synchronization
import TrellisHTTPTesting

/// A replacement of both servers of TMDB with scripted responses and failures.
struct FakeTMDB: Sendable {
    /// The scripted responses and the received requests.
    private final class Script: Sendable {
        struct State {
            var replies: [String: [LoopbackServer.Reply]] = [:]
            var requests: [LoopbackServer.Request] = []
        }

        let state = Mutex(State())

        /// Returns the response to a request.
        func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
            state.withLock { state in
                state.requests.append(request)
                guard var replies = state.replies[request.path], let reply = replies.first else {
                    return .json(
                        #"{"success":false,"status_code":34,"status_message":"There is no such resource."}"#,
                        status: 404)
                }
                if replies.count > 1 { replies.removeFirst() }
                state.replies[request.path] = replies
                return reply
            }
        }
    }

    private let script: Script
    private let server: LoopbackServer

    /// Runs a body with a server that responds to all requests with the status 404.
    static func run<Result: Sendable>(_ body: (FakeTMDB) async throws -> Result) async throws -> Result {
        let script = Script()
        return try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            try await body(FakeTMDB(script: script, server: server))
        }
    }

    /// Returns the URL of a path.
    func url(_ path: String) -> String { server.url + path }

    /// The host and the port of the server.
    var address: String { server.address }

    /// The requests that were received.
    var requests: [LoopbackServer.Request] { script.state.withLock(\.requests) }

    /// Sets the responses to requests for a path, in order; the last response is repeated.
    ///
    /// A request for any other path receives the status 404.
    func answer(_ path: String, _ replies: LoopbackServer.Reply...) {
        script.state.withLock { $0.replies[path] = replies }
    }

    /// Waits for an unanswered request for a path.
    func hangingRequest(of path: String) async {
        _ = await server.hanging.first { $0.path == path }
    }

    /// Waits until the client closes the connection of an unanswered request for a path.
    func abandonedRequest(of path: String) async {
        _ = await server.abandoned.first { $0.path == path }
    }

    /// Refuses connections and closes existing ones.
    func unplug() async { await server.unplug() }

    /// Accepts connections again.
    func plugIn() async throws { try await server.plugIn() }
}

extension LoopbackServer.Reply {
    /// Returns a response in JSON.
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
        .answer(
            status: status, headers: ["content-type": "application/json;charset=utf-8"].merging(headers) { $1 },
            body: Array(text.utf8))
    }
}
