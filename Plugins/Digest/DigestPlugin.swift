import Items
import Summaries
public import Trellis

/// Writes summaries of Items at regular intervals, on one host of a cluster at a time.
public struct DigestPlugin: Plugin {
    /// The name, the version, the summary and the setup of the plugin.
    public static let manifest = PluginManifest(
        name: "digest", version: "1.0.0",
        summary: "Writes summaries of Items at regular intervals, on one host of a cluster at a time.",
        setup: "Requires the plugins items and summaries, and in a cluster the key placement: single.")

    /// Declares the summarizer, and the job that writes.
    public static func assemble(_ blueprint: inout Blueprint, configuration: DigestConfiguration) {
        blueprint.provide { (items: any ItemStore, clock: WallClock) in ItemSummarizer(items: items, clock: clock) }
        blueprint.provide(SummaryWriter.init(store:summarizer:configuration:plugin:))
        blueprint.schedule { [interval = configuration.interval] (writer: SummaryWriter) in
            ScheduledJob(
                "write", every: interval, lastRun: .read(writer.lastSummary),
                onFailure: .degradePlugin(retryAfter: min(interval, .seconds(60))),
                writer.write)
        }
    }
}
