public import Foundation
import Synchronization
public import Trellis

/// The availability of a server, as recorded by the code that sends requests to it.
///
/// Requests record their outcome, a health check reports the outcome, and ``monitorRecovery(_:)`` probes an unavailable
/// server until it is available again. The log has one line when the server becomes unavailable and one when it is
/// available again.
public final class ServerAvailability: Sendable {
    /// A period in which the server is unavailable.
    public struct Outage: Sendable, Hashable {
        /// The time of the first failure.
        public var since: Date

        /// The reason for the latest failure, without a full stop.
        public var reason: String
    }

    /// The first and the longest delay between probes of an unavailable server.
    ///
    /// The delay doubles with each probe. A random jitter changes it by up to a fifth.
    public static let backoff = (first: Duration.seconds(10), maximum: Duration.seconds(300))

    private let name: String
    private let clock: WallClock
    private let logger: Logger
    private let current = Mutex<Outage?>(nil)
    private let (outages, outageStarted) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates the record of a server that counts as available.
    ///
    /// - Parameters:
    ///   - name: The name of the server in the log.
    ///   - clock: The clock for the times of outages and the delays between probes.
    ///   - logger: The log.
    public init(of name: String, clock: WallClock, logger: Logger) {
        self.name = name
        self.clock = clock
        self.logger = logger
    }

    /// The current outage; nil when the last request succeeded, or before the first request.
    public var outage: Outage? { current.withLock(\.self) }

    /// Records that the server responded.
    public func recordResponse() {
        let ended = current.withLock { outage in
            defer { outage = nil }
            return outage
        }
        guard let ended else { return }
        logger.notice("\(name) is available again", metadata: ["unavailable since": "\(ended.since.rfc3339)"])
    }

    /// Records that the server did not respond, or that its response was invalid.
    ///
    /// - Parameter reason: The reason, without a full stop.
    public func recordFailure(_ reason: String) {
        let now = clock.now()
        let isNew = current.withLock { outage in
            defer { outage = Outage(since: outage?.since ?? now, reason: reason) }
            return outage == nil
        }
        guard isNew else { return }
        logger.warning("\(name) is unavailable", metadata: ["reason": "\(reason)"])
        outageStarted.yield()
    }

    /// Probes the server while it is unavailable, so that its recovery is detected without other requests.
    ///
    /// This method returns when the task is cancelled or the probe throws. Only one task at a time may call it, for
    /// example a service of the plugin.
    ///
    /// - Parameter probe: Sends an inexpensive request and records its outcome.
    public func monitorRecovery(_ probe: () async throws -> Void) async {
        for await _ in outages {
            // The outage may have ended. A later outage is another element of the sequence.
            guard let since = outage?.since else { continue }
            var delay = Self.backoff.first
            while outage?.since == since {
                do {
                    try await clock.sleep(delay * Double.random(in: 0.8...1.2))
                    delay = min(delay * 2, Self.backoff.maximum)
                    if outage?.since == since { try await probe() }
                } catch {
                    return
                }
            }
        }
    }
}
