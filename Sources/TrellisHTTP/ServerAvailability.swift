public import Foundation
import Synchronization
public import Trellis

/// What is known of whether a server answers: since when it does not, and why.
///
/// Those who ask the server note how it went; a health check says what was noted, and ``watchForReturn(_:)`` finds out
/// that the server is back. The log has a line when the server goes away, and one when it comes back.
public final class ServerAvailability: Sendable {
    /// A time in which a server does not answer.
    public struct Outage: Sendable, Hashable {
        /// Since when.
        public var since: Date

        /// Why, when somebody last tried, as the end of a sentence.
        public var reason: String
    }

    /// How long it takes until an absent server is asked again: at first, and at most.
    ///
    /// Each pause is twice the one before, and by chance up to a fifth shorter or longer.
    public static let pauses = (first: Duration.seconds(10), last: Duration.seconds(300))

    private let name: String
    private let clock: WallClock
    private let logger: Logger
    private let current = Mutex<Outage?>(nil)
    private let (departures, departure) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates the knowledge of a server that answers.
    ///
    /// - Parameters:
    ///   - name: What the server is called in the log, at the beginning of a sentence.
    ///   - plugin: The time of day, and the log.
    public init(of name: String, plugin: PluginEnvironment) {
        self.name = name
        clock = plugin.clock
        logger = plugin.logger
    }

    /// The time in which it does not answer; nil when it did when it was last asked, or when nobody has asked yet.
    public var outage: Outage? { current.withLock(\.self) }

    /// Notes that it answered.
    public func noteAnswer() {
        let ended = current.withLock { outage in
            defer { outage = nil }
            return outage
        }
        guard let ended else { return }
        logger.notice("\(name) is back", metadata: ["away since": "\(ended.since.rfc3339)"])
    }

    /// Notes that it did not answer, or not as it should.
    ///
    /// - Parameter reason: Why, as the end of a sentence.
    public func noteFailure(_ reason: String) {
        let now = clock.now()
        let isNew = current.withLock { outage in
            defer { outage = Outage(since: outage?.since ?? now, reason: reason) }
            return outage == nil
        }
        guard isNew else { return }
        logger.warning("\(name) is away", metadata: ["reason": "\(reason)"])
        departure.yield()
    }

    /// Has the server asked again and again while it is away, so that it is noticed that it is back also when nobody
    /// needs it; until the task is cancelled, or there is nobody who could ask.
    ///
    /// There is one who watches, for example a service of the plugin.
    ///
    /// - Parameter ask: Asks it for something that costs little, and has what comes of it noted. What it throws ends
    ///   the watch.
    public func watchForReturn(_ ask: () async throws -> Void) async {
        for await _ in departures {
            // One that begins before the end of this one is noticed here has a departure of its own.
            guard let since = outage?.since else { continue }
            var pause = Self.pauses.first
            while outage?.since == since {
                do {
                    try await clock.sleep(pause * Double.random(in: 0.8...1.2))
                    pause = min(pause * 2, Self.pauses.last)
                    if outage?.since == since { try await ask() }
                } catch {
                    return
                }
            }
        }
    }
}
