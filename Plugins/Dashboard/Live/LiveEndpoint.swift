import HTTPTypes
import HummingbirdCore
import OpenMetrics
import Trellis
import TrellisWeb

/// The paths `/stream` and `/history`.
struct LiveEndpoint: Sendable {
    private let sessions: WebSessions
    private let record: UsageRecord
    private let clock: WallClock

    init(sessions: WebSessions, record: UsageRecord, clock: WallClock) {
        (self.sessions, self.record, self.clock) = (sessions, record, clock)
    }

    /// The samples of the last hour.
    var history: Response { .json(HistorySample.json(of: record.samples)) }

    /// The use of the first plugins, for the page.
    func usage(of plugins: [JSONObject]) -> [JSONValue] {
        let usages = record.usages
        return (plugins.compactMap { $0["name"]?.stringValue } + ["trellisd"]).compactMap { name in
            usages[name]?.json(of: name)
        }
    }

    /// Returns a stream of server-sent events for a page.
    func stream(for session: WebSession, _ request: Request) -> Response {
        guard session.beginStream() else {
            return .failure(.tooManyRequests, "The session has too many streams. Close other pages of the dashboard.")
        }
        let lease = StreamLease(of: session)
        let start = request.headers[.name("Last-Event-ID")].flatMap(StreamPosition.init)
        let stream = PageStream(session: session, sessions: sessions, record: record, clock: clock, after: start)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                defer { withExtendedLifetime(lease) {} }
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await stream.run { try await writer.write($0) }
                }
                try await writer.finish(nil)
            })
    }
}

/// A stream of a session, which counts until the response is released, whether it was sent or not.
private final class StreamLease: Sendable {
    private let session: WebSession

    init(of session: WebSession) { self.session = session }

    deinit { session.endStream() }
}
