import HostInterface
import Synchronization
import Trellis

/// The numbers of restarts, faults and reloads, counted from the ``EventRecord``.
final class EventCounts: Sendable {
    /// The counts of one plugin.
    struct Plugin: Sendable {
        /// The number of starts, with restarts.
        var starts = 0

        /// The numbers of faults by kind.
        var faults: [HostContract.PluginFaultKind: Int] = [:]

        /// The number of starts after the first one.
        var restarts: Int { max(0, starts - 1) }
    }

    private let counts = Mutex<(plugins: [String: Plugin], reloads: [HostContract.ReloadOutcome: Int])>(([:], [:]))

    /// The numbers of reloads by outcome.
    var reloads: [HostContract.ReloadOutcome: Int] { counts.withLock(\.reloads) }

    /// The counts by the names of the plugins; none for a plugin without events.
    var plugins: [String: Plugin] { counts.withLock(\.plugins) }

    /// Counts an event.
    func count(_ event: DaemonEvent) {
        counts.withLock { counts in
            switch event {
            case .transition(let transition):
                if transition.to.state == .starting { counts.plugins[transition.plugin, default: Plugin()].starts += 1 }
            case .fault(let fault, let plugin):
                counts.plugins[plugin, default: Plugin()].faults[fault.kind, default: 0] += 1
            case .reload(let report): counts.reloads[report.outcome, default: 0] += 1
            }
        }
    }
}
