import Foundation
import HostInterface
import Trellis

/// The method of `io.trellis.Host` for the events.
extension ControlInterface {
    func events(
        after: Int?, started: String?, plugin: String?, follow: Bool?,
        replies: ReplyWriter<HostContract.EventsReply>, context: CallContext
    ) async throws -> HostContract.EventsReply {
        if let plugin { try requirePlugin(plugin) }
        if let after, after < 0 { throw ServiceError.invalidParameter(parameter: "after") }
        let ring = host.events.ring
        let range = ring.range
        // A number that this run has not reached belongs to a previous run.
        let isOfThisRun = started.map { $0 == startTime } ?? true && after.map { $0 < range.upperBound } ?? true
        let first = isOfThisRun ? after.map { $0 + 1 } ?? range.lowerBound : range.lowerBound
        let gap = isOfThisRun ? nil : eventGap(.restarted, count: nil, next: first)
        func reply(_ item: NumberedRing<RecordedEvent>.Item) -> HostContract.EventsReply? {
            switch item {
            case .missed(let count, let next): return eventGap(.overwritten, count: count, next: next)
            case .element(let event, _):
                guard plugin == nil || event.event.plugin == plugin else { return nil }
                return HostContract.EventsReply(event: HostContract.Event(event))
            }
        }
        guard follow == true else {
            return try await replies.sendListing(ifEmpty: HostContract.EventsReply()) { send in
                if let gap { try await send(gap) }
                try await ring.read(first..<max(first, range.upperBound)) { item in
                    if let reply = reply(item) { try await send(reply) }
                }
            }
        }
        if let gap { try await replies.send(gap) }
        try await ring.follow(from: first) {
            try await replies.send(HostContract.EventsReply())
        } _: { item in
            if let reply = reply(item) { try await replies.send(reply) }
        }
    }

    /// Returns the reply that reports a gap.
    ///
    /// - Parameters:
    ///   - reason: The reason why events are missing.
    ///   - count: The number of missing events, if it is known.
    ///   - next: The number of the event after the gap.
    /// - Returns: The reply, with the number of the last missing event.
    private func eventGap(
        _ reason: HostContract.EventGapReason, count: Int?, next: Int
    ) -> HostContract.EventsReply {
        HostContract.EventsReply(
            event: HostContract.Event(
                sequence: next - 1, time: host.clock.now().rfc3339WithMilliseconds, kind: .gap,
                gap: HostContract.EventGap(reason: reason, count: count)))
    }
}
