import Synchronization
import TrellisHTTPTesting

/// A TMDB that answers as it is told, faults included: both of its servers in one.
struct FakeTMDB: Sendable {
    /// What it was told to answer, and what it was asked.
    private final class Script: Sendable {
        struct State {
            var replies: [String: [LoopbackServer.Reply]] = [:]
            var requests: [LoopbackServer.Request] = []
        }

        let state = Mutex(State())

        /// Answers a request.
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

    /// Runs a body with one that knows nothing yet.
    static func run<Result: Sendable>(_ body: (FakeTMDB) async throws -> Result) async throws -> Result {
        let script = Script()
        return try await LoopbackServer.with({ script.reply(to: $0) }) { server in
            try await body(FakeTMDB(script: script, server: server))
        }
    }

    /// The address of it, with a path.
    func url(_ path: String) -> String { server.url + path }

    /// The host and the port.
    var address: String { server.address }

    /// Every request that came.
    var requests: [LoopbackServer.Request] { script.state.withLock(\.requests) }

    /// Tells what is answered to requests of a path: one reply after the other, and the last one ever after.
    ///
    /// Of a path that nothing is told of, there is nothing (404).
    func answer(_ path: String, _ replies: LoopbackServer.Reply...) {
        script.state.withLock { $0.replies[path] = replies }
    }

    /// Waits for a request of a path that is not being answered.
    func hangingRequest(of path: String) async {
        _ = await server.hanging.first { $0.path == path }
    }

    /// Waits until the connection of such a request has ended.
    func abandonedRequest(of path: String) async {
        _ = await server.abandoned.first { $0.path == path }
    }

    /// Goes away, as if the network were gone: connections are refused, and those that there are end.
    func unplug() async { await server.unplug() }

    /// Comes back.
    func plugIn() async throws { try await server.plugIn() }
}

extension LoopbackServer.Reply {
    /// An answer in JSON.
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
        .answer(
            status: status, headers: ["content-type": "application/json;charset=utf-8"].merging(headers) { $1 },
            body: Array(text.utf8))
    }
}
