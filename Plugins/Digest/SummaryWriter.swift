import Foundation
import ServiceLifecycle
import Summaries
import Trellis

/// The service that writes a summary when `interval` has passed since the newest one, whichever host wrote it.
struct SummaryWriter: Service, CustomStringConvertible {
    /// The name of the service in the log.
    var description: String { "summary writer" }

    /// The longest pause before a failed attempt is repeated.
    private static let longestPause = Duration.seconds(60)

    private let store: any SummaryStore
    private let summarizer: ItemSummarizer
    private let configuration: DigestConfiguration
    private let problem: SummaryProblem
    private let token: FencingToken?
    private let clock: WallClock
    private let logger: Logger

    /// Creates the service of one life of the plugin.
    ///
    /// - Throws: `PluginFailure` when the plugin runs on every host of a cluster.
    init(
        store: any SummaryStore, summarizer: ItemSummarizer, configuration: DigestConfiguration,
        problem: SummaryProblem, plugin: PluginEnvironment, clock: WallClock, logger: Logger
    ) throws(PluginFailure) {
        (self.store, self.summarizer, self.configuration) = (store, summarizer, configuration)
        (self.problem, token, self.clock, self.logger) = (problem, plugin.fencingToken, clock, logger)
        if store.host != nil, token == nil {
            throw PluginFailure(
                .configuration, "plugins.\(plugin.name).placement is everywhere, so that every host would write",
                advice: "Set plugins.\(plugin.name).placement: single on every host, and restart the daemon")
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var future: Int?
            while !Task.isCancelled {
                let pause = await write(&future)
                // A cancelled sleep ends the service in order.
                do { try await clock.sleep(pause) } catch { return }
            }
        }
    }

    /// Writes a summary if one is due.
    ///
    /// - Parameter future: The number of the newest summary at the last attempt, if its time was in the future: the clock of the
    ///   host that wrote it was ahead. It is replaced when it is still the newest one.
    /// - Returns: The time until the next attempt.
    private func write(_ future: inout Int?) async -> Duration {
        let interval = configuration.interval
        do {
            let newest = try await store.newest(1).first
            if let newest {
                let rest = interval - .seconds(clock.now().timeIntervalSince(newest.time))
                let wasFuture = future == newest.number
                future = nil
                if rest > interval, !wasFuture {
                    future = newest.number
                    return interval
                }
                if rest > .zero, rest <= interval { return rest }
            }
            let summary = try await summarizer.summary(after: newest, by: store.host)
            try await store.append(summary, keeping: configuration.keep, as: token)
            problem.set(nil)
            logger.info("wrote a summary", metadata: ["number": "\(summary.number)", "items": "\(summary.items)"])
            return interval
        } catch {
            if Task.isCancelled { return .zero }
            // The next attempt reads the newest summary again, and so learns the outcome of this one.
            problem.set("no summary was written: \(error)")
            logger.warning("no summary was written", metadata: ["error": "\(error)"])
            return min(interval, Self.longestPause)
        }
    }
}
