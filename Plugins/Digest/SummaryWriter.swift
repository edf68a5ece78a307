import Foundation
import Summaries
import Trellis

/// Writes summaries into the common store of all hosts.
struct SummaryWriter: Sendable {
    private let store: any SummaryStore
    private let summarizer: ItemSummarizer
    private let keep: Int
    private let token: FencingToken?
    private let logger: Logger

    /// Creates the writer of one life of the plugin.
    ///
    /// - Throws: `PluginFailure` when the plugin runs on every host of a cluster.
    init(
        store: any SummaryStore, summarizer: ItemSummarizer, configuration: DigestConfiguration,
        plugin: PluginEnvironment
    ) throws(PluginFailure) {
        (self.store, self.summarizer, self.keep) = (store, summarizer, configuration.keep)
        (token, logger) = (plugin.fencingToken, plugin.logger)
        if store.host != nil, token == nil {
            throw PluginFailure(
                .configuration, "plugins.\(plugin.name).placement is everywhere, so that every host would write",
                advice: "Set plugins.\(plugin.name).placement: single on every host, and restart the daemon")
        }
    }

    /// The time of the newest summary, whichever host wrote it; nil if there is none.
    ///
    /// A failed attempt to write is followed by another read, and so learns its outcome.
    @Sendable func lastSummary() async throws -> Date? { try await store.newest(1).first?.time }

    /// Writes a summary.
    @Sendable func write() async throws {
        let summary = try await summarizer.summary(after: try await store.newest(1).first, by: store.host)
        try await store.append(summary, keeping: keep, as: token)
        logger.info("wrote a summary", metadata: ["number": "\(summary.number)", "items": "\(summary.items)"])
    }
}
