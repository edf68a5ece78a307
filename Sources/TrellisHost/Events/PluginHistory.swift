import Foundation

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
