import Foundation
import HostInterface
import Synchronization
import Trellis

/// The newest events of the daemon since its start, in memory.
///
/// The journal, the method `Events` and tests are readers of this record: every change of a plugin's state and every fault
/// is recorded here, and nowhere else.
final class EventRecord: Sendable {
    /// The events that are kept: at most 4096, of at most 2 MiB.
    let ring: NumberedRing<RecordedEvent>

    private let histories = Mutex<[String: PluginHistory]>([:])

    /// The events that are not logged yet, in order.
    private let unpublished = Mutex<[RecordedEvent]>([])

    /// This lock is held while events are logged, so that the log has their order.
    private let logging = Mutex(())
    private let journal: @Sendable (RecordedEvent) -> Void

    /// Creates an empty record.
    ///
    /// - Parameters:
    ///   - maximumCount: The maximum number of events that are kept. Default: 4096.
    ///   - journal: Logs an event.
    init(maximumCount: Int = 4096, journal: @escaping @Sendable (RecordedEvent) -> Void) {
        ring = NumberedRing(maximumCount: maximumCount, maximumSize: 2 << 20, size: \.size)
        self.journal = journal
    }

    /// Records an event, logs it, and notifies the readers.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: The time of the event.
    func record(_ event: DaemonEvent, at time: Date) {
        add(event, at: time)
        publish()
    }

    /// Records an event, without logging it.
    ///
    /// The caller calls ``publish()`` after releasing its locks.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - time: The time of the event.
    func add(_ event: DaemonEvent, at time: Date) {
        _ = ring.add { number in
            let recorded = RecordedEvent(number: number, time: time, event: event)
            // The lock of the ring is held here, so that the history and the log have the order of the numbers.
            if let plugin = event.plugin {
                histories.withLock { $0[plugin, default: PluginHistory()].append(recorded) }
            }
            unpublished.withLock { $0.append(recorded) }
            return recorded
        }
    }

    /// Logs the recorded events in their order, and notifies the readers.
    func publish() {
        logging.withLock { _ in
            let events = unpublished.withLock { events in
                defer { events = [] }
                return events
            }
            for event in events { journal(event) }
        }
        ring.notifyReaders()
    }

    /// The last events of a plugin.
    ///
    /// These events are kept even if the events of other plugins have overwritten them in the ring.
    func history(of plugin: String) -> PluginHistory { histories.withLock { $0[plugin] } ?? PluginHistory() }
}

/// An event with its number and time.
struct RecordedEvent: Sendable {
    /// The number since the start of the daemon, counted from 1.
    var number: Int

    /// The time of the event.
    var time: Date

    /// The event.
    var event: DaemonEvent

    /// The approximate size in memory, in bytes.
    fileprivate var size: Int {
        switch event {
        case .transition(let transition):
            256 + (transition.from.reason?.utf8.count ?? 0) + (transition.to.reason?.utf8.count ?? 0)
        case .fault(let fault, let plugin): 256 + 2 * fault.message(of: plugin).utf8.count
        case .reload(let report):
            256 + (report.message?.utf8.count ?? 0)
                + report.changes.reduce(0) { $0 + 256 + 256 * ($1.settings.count + $1.affected.count) }
        }
    }
}

/// The last events of a plugin, its last start and its last stop.
struct PluginHistory: Sendable {
    /// The maximum number of events that are kept: 10.
    static let maximumCount = 10

    /// A start of a plugin.
    struct Start: Sendable {
        /// The time at which the start began.
        var began: Date

        /// The time at which the start ended; nil while the plugin starts.
        var ended: Date?

        /// Whether the start failed or was stopped.
        var hasFailed = false
    }

    /// The last events, the oldest first.
    private(set) var events: [RecordedEvent] = []

    /// The last start; nil if the plugin has not been started.
    private(set) var lastStart: Start?

    /// A stop of a plugin.
    struct Stop: Sendable {
        /// The time at which the plugin stopped running.
        var began: Date

        /// The time at which the plugin was closed; nil while it stops.
        var ended: Date?
    }

    /// The last stop; nil if the plugin has not been stopped.
    private(set) var lastStop: Stop?

    /// Appends an event, and removes the oldest one beyond the limit.
    mutating func append(_ recorded: RecordedEvent) {
        events.append(recorded)
        if events.count > Self.maximumCount { events.removeFirst() }
        guard case .transition(let transition) = recorded.event else { return }
        if transition.to.state == .starting {
            lastStart = Start(began: recorded.time)
        } else if transition.from.state == .starting {
            lastStart?.ended = recorded.time
            lastStart?.hasFailed = !transition.to.state.isRunning
        }
        if transition.to.state == .stopping, transition.from.state != .stopping {
            lastStop = Stop(began: recorded.time)
        } else if transition.from.state == .stopping, transition.to.state != .stopping {
            lastStop?.ended = recorded.time
        }
    }
}

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
