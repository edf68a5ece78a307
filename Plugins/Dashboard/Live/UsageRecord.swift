import Foundation
import OpenMetrics
import Synchronization
import Trellis

/// The use of the daemon in the last hour, and that of each plugin in the last interval.
final class UsageRecord: Sendable {
    private struct State {
        var last: UsageSnapshot?
        var samples: [HistorySample] = []
        var usages: [String: UsageRates] = [:]
    }

    /// The number of samples: those of one hour.
    static let maximumCount = 720

    /// Signals each new sample.
    let changed = ChangeSignal()

    private let state = Mutex(State())

    init() {}

    /// Adds a sample: the use since the previous one.
    ///
    /// While a reload replaces a generation, the recorders of both add samples. A sample that follows another one too early is
    /// ignored.
    ///
    /// - Parameters:
    ///   - source: The metrics.
    ///   - date: The time.
    ///   - time: The time of the monotonic clock. Default: now.
    func add(_ source: any ExpositionSource, at date: Date, _ time: ContinuousClock.Instant = .now) {
        let snapshot = UsageSnapshot(of: source, at: time)
        let isNew = state.withLock { state in
            guard let last = state.last else {
                state.last = snapshot
                return false
            }
            let seconds = last.time.duration(to: time) / .seconds(1)
            guard seconds >= HistorySample.interval / .seconds(2) else { return false }
            state.last = snapshot
            if state.samples.count == Self.maximumCount { state.samples.removeFirst() }
            state.samples.append(HistorySample(snapshot, since: last, seconds: seconds, at: date))
            for (name, plugin) in snapshot.plugins {
                state.usages[name] = plugin.rates(since: last.plugins[name], seconds: seconds)
            }
            return true
        }
        if isNew { changed.signal() }
    }

    /// The samples of the last hour, the oldest first.
    var samples: [HistorySample] { state.withLock(\.samples) }

    /// The use of each plugin in the last interval.
    var usages: [String: UsageRates] { state.withLock(\.usages) }
}
