import Foundation
import HostInterface
import Systemd
import Trellis

/// The state of a plugin over all of its lives.
///
/// A life begins when the plugin's scopes are opened and ends when they are closed. The machine is a value without side
/// effects: an event changes its state, and may return the delay before the next start. ``Supervision`` connects the
/// machines of all plugins.
struct PluginStateMachine: Sendable {
    /// The conditions and times of restarts.
    var policy: RestartPolicy

    /// Changes a calculated delay at random, so that plugins that failed at the same time start at different times.
    let jitter: @Sendable (Duration) -> Duration

    /// The part of the current life.
    private(set) var phase = Phase.down

    /// The reason why the plugin does not run, while there is no life.
    private(set) var inactiveReason: InactiveReason

    /// The failure of the current life, or of the last life if that failed.
    private(set) var failure: HostFailure? {
        didSet { if failure != nil { failures += 1 } }
    }

    /// The number of failures so far.
    private(set) var failures = 0

    /// The current status.
    private(set) var status: PluginStatus

    /// The number of delays so far.
    private(set) var delays = 0

    /// Whether the plugin has run before.
    private(set) var hasRun = false

    /// The reason why the plugin does not start until an operator releases it, if it is quarantined.
    private(set) var quarantine: String?

    /// The reason why a plugin with abandoned code does not start.
    private static let stuckText = "code of the plugin that was abandoned still runs"

    /// The reason why a plugin restarts whose services have returned.
    private static let returnedText = "its services have ended"

    /// The reason for ``HostInterface/HostContract/PluginState/reloading``.
    private static let reloadText = "a reload creates the generation with its new configuration"

    /// The last command, or the reason for the last restart.
    private var cause: String

    private var isEnabled: Bool
    private var isWanted: Bool
    private var isShuttingDown = false

    /// Whether code of an earlier life still runs, so that no other life may begin.
    private(set) var isStuck = false

    /// Whether all services of the current life have returned.
    private var hasReturned = false

    /// The times of the last starts, for the start limit.
    private var starts: [Date] = []

    /// The reason why the plugin waits or ends: a plugin that it needs.
    private var obstacle: String?

    /// The reason why a ready plugin does not start on this host, while it stands by.
    private var standbyReason: String?

    /// The reason why a plugin that failed is not started again, if it is the start limit.
    private var startLimitText: String?

    /// The problem that the health checks report, while the plugin runs.
    private var problem: String?

    /// Whether a generation with a new configuration is being created.
    private var isReloading = false

    /// The time at which the plugin began to run, while it is degraded.
    private var healthySince: Date?

    /// Creates the machine of a plugin without a life.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether the plugin is to run.
    ///   - reason: The reason for that.
    ///   - policy: The conditions and times of restarts.
    ///   - now: The current time.
    ///   - jitter: Changes a delay at random. Default: by up to 10 %.
    init(
        isEnabled: Bool, because reason: String, policy: RestartPolicy, now: Date,
        jitter: @escaping @Sendable (Duration) -> Duration = { $0 * Double.random(in: 0.9...1.1) }
    ) {
        self.policy = policy
        self.jitter = jitter
        self.isEnabled = isEnabled
        isWanted = isEnabled
        cause = reason
        inactiveReason = isEnabled ? .ready : .disabled
        status = PluginStatus(state: isEnabled ? .waiting : .disabled, since: now, reason: reason)
    }

    /// Whether the plugin starts as soon as the plugins that it needs run.
    var isReady: Bool {
        if case .down = phase, case .ready = inactiveReason { true } else { false }
    }

    /// Whether the plugin failed and is not started again.
    var hasFailed: Bool {
        if case .down = phase, case .failed = inactiveReason { true } else { false }
    }

    /// Whether the plugin does not start until an operator releases it.
    var isQuarantined: Bool {
        if case .down = phase, case .quarantined = inactiveReason { true } else { false }
    }

    /// Whether the health checks report no problem.
    var isHealthy: Bool { problem == nil }

    /// Whether the plugin is disabled.
    var isDisabled: Bool { !isEnabled }

    /// Whether the plugin is waiting for its next start after a failure.
    var isDelayed: Bool {
        if case .down = phase, case .delayed = inactiveReason { true } else { false }
    }

    /// Handles an event.
    ///
    /// - Returns: The delay after which ``Event/delayEnded(number:)`` is to be sent with the number ``delays``, if any.
    mutating func handle(_ event: Event, at now: Date) -> Duration? {
        defer { updateStatus(at: now) }
        switch event {
        case .started:
            if phase == .starting { (phase, hasRun) = (.running, true) }
        case .failed(let new):
            // Only the first failure of a life counts, because later ones are its consequences.
            if failure == nil { failure = new }
            end()
        case .returned:
            hasReturned = true
            guard policy.condition == .always else { break }
            if phase == .starting || phase == .running { cause = Self.returnedText }
            end()
        case .ended(let isStuck):
            self.isStuck = isStuck
            phase = .down
            return settle(at: now)
        case .abandonedCodeEnded:
            guard isStuck else { break }
            isStuck = false
            if hasFailed, isWanted { return settle(at: now) }
        case .delayEnded(let number):
            if isDelayed, number == delays { inactiveReason = .ready }
        case .health(let problem):
            if phase == .running { self.problem = problem }
        case .reloadBegan: isReloading = phase == .running
        case .reloadEnded: isReloading = false
        case .command(let command, let reason):
            handle(command, because: reason ?? command.text)
        case .shutdown:
            isShuttingDown = true
            isWanted = false
            if isEnabled { cause = "the daemon stops" }
            end()
            if phase == .down, isEnabled, !hasFailed { inactiveReason = .stopped }
        }
        return nil
    }

    /// Prevents starts until an operator releases the plugin.
    ///
    /// - Parameters:
    ///   - reason: The reason, for the operator.
    ///   - now: The current time, before the first life.
    mutating func quarantine(because reason: String, at now: Date) {
        precondition(phase == .down, "a plugin is quarantined before its first life")
        quarantine = reason
        if isEnabled { inactiveReason = .quarantined }
        updateStatus(at: now)
    }

    private mutating func handle(_ command: Command, because reason: String) {
        guard !isShuttingDown else { return }
        cause = reason
        switch command {
        case .enable, .disable: isEnabled = command == .enable
        case .release: quarantine = nil
        case .start, .restart, .stop: break
        }
        isWanted = isEnabled && command != .stop && command != .disable
        // A command begins a new series of starts.
        if isWanted { starts = [] }
        if phase == .down { startLimitText = nil }
        if !isWanted || command == .restart { end() }
        if phase == .down {
            if isWanted, !isStuck { failure = nil }
            inactiveReason =
                !isEnabled
                ? .disabled
                : quarantine != nil ? .quarantined : !isWanted ? .stopped : isStuck ? .failed : .ready
        }
    }

    /// Begins a life.
    mutating func begin(at now: Date) {
        precondition(isReady, "only a plugin that is ready begins a life")
        starts = recentStarts(at: now) + [now]
        if let failure { cause = "it failed: \(failure.reason)" }
        (phase, failure, hasReturned, obstacle, standbyReason) = (.starting, nil, false, nil, nil)
        updateStatus(at: now)
    }

    /// Ends the life because of another plugin.
    ///
    /// - Parameters:
    ///   - reason: The state of a plugin whose instances the life holds.
    ///   - now: The current time.
    mutating func end(because reason: String, at now: Date) {
        guard phase == .starting || phase == .running else { return }
        (obstacle, cause) = (reason, reason)
        phase = .ending
        updateStatus(at: now)
    }

    /// Begins to close the scopes, whose instances no other plugin holds any more.
    mutating func close(at now: Date) {
        precondition(phase == .ending, "only a life that is to end is closed")
        phase = .closing
        updateStatus(at: now)
    }

    /// Sets the reason why a ready plugin does not start.
    mutating func wait(_ reason: String?, at now: Date) {
        (obstacle, standbyReason) = (reason, nil)
        updateStatus(at: now)
    }

    /// Sets the reason why a ready plugin does not start on this host.
    mutating func standBy(because reason: String, at now: Date) {
        (obstacle, standbyReason) = (nil, reason)
        updateStatus(at: now)
    }

    private mutating func end() {
        if phase == .starting || phase == .running { phase = .ending }
    }

    /// Determines the state after the end of a life.
    ///
    /// - Returns: The delay before the next start, if any.
    private mutating func settle(at now: Date) -> Duration? {
        (obstacle, standbyReason, startLimitText, problem, isReloading) = (nil, nil, nil, nil, false)
        guard isEnabled, isWanted else {
            inactiveReason = !isEnabled ? .disabled : isShuttingDown && failure != nil ? .failed : .stopped
            return nil
        }
        if isStuck {
            if failure == nil { failure = HostFailure(.software, Self.stuckText) }
            inactiveReason = .failed
            return nil
        }
        guard failure != nil || policy.condition == .always && hasReturned else {
            inactiveReason = .ready
            return nil
        }
        let isRestarted = policy.condition != .no && failure?.exitStatus.requiresOperator != true
        let count = recentStarts(at: now).count
        let isTemporary = failure?.isTemporary == true
        guard isRestarted, let delay = policy.delay(after: count, isTemporary: isTemporary) else {
            // Like a service of systemd with Restart=always, the plugin has failed when it was started too often.
            if failure == nil { failure = HostFailure(.software, Self.returnedText) }
            inactiveReason = .failed
            if isRestarted {
                startLimitText =
                    "it was started \(count) times within \(policy.interval.systemdText) (startLimitBurst, "
                    + "startLimitInterval)"
            }
            return nil
        }
        delays += 1
        let wait = jitter(delay)
        inactiveReason = .delayed(until: now + wait / .seconds(1))
        return wait
    }

    /// The starts within the interval of the start limit.
    ///
    /// After the clock was set back, starts at a time later than the current one do not count.
    private func recentStarts(at now: Date) -> [Date] {
        starts.filter { (0..<policy.interval / .seconds(1)).contains(now.timeIntervalSince($0)) }
    }

    private mutating func updateStatus(at now: Date) {
        let new = currentStatus
        var since = status.since
        switch (status.state, new.state) {
        case _ where status.state == new.state: break
        // A plugin that recovers has been running since the time before its first problem.
        case (.running, .degraded): (healthySince, since) = (since, now)
        case (.degraded, .running): since = healthySince ?? now
        default: since = now
        }
        status = PluginStatus(state: new.state, since: since, reason: new.reason, nextStart: new.nextStart)
    }

    private var currentStatus: (state: HostContract.PluginState, reason: String?, nextStart: Date?) {
        switch phase {
        case .starting: return (.starting, cause, nil)
        case .running where isReloading: return (.reloading, problem ?? Self.reloadText, nil)
        case .running: return (problem == nil ? .running : .degraded, problem, nil)
        case .ending, .closing: return (.stopping, failure?.reason ?? obstacle ?? cause, nil)
        case .down: break
        }
        switch inactiveReason {
        case .ready: return standbyReason.map { (.standby, $0, nil) } ?? (.waiting, obstacle ?? cause, nil)
        case .delayed(let time): return (.waiting, failure?.reason ?? Self.returnedText, time)
        case .disabled: return (.disabled, cause, nil)
        case .quarantined: return (.quarantined, quarantine, nil)
        case .stopped: return (.stopped, cause, nil)
        case .failed:
            var shown = failure
            // The advice is the last sentence.
            if isStuck, shown?.message != Self.stuckText { shown?.message += "; \(Self.stuckText)" }
            let reasons = [shown?.reason ?? (isStuck ? Self.stuckText : nil), startLimitText]
            return (.failed, reasons.compactMap(\.self).joined(separator: "; "), nil)
        }
    }
}

extension PluginStateMachine {
    /// An event in the life of a plugin.
    enum Event: Sendable {
        /// The instances were created, and the services run.
        case started

        /// The start or a service failed.
        case failed(HostFailure)

        /// All services have returned.
        case returned

        /// The life has ended; code of the plugin that still runs was abandoned if it is stuck.
        case ended(isStuck: Bool)

        /// Abandoned code of the plugin has ended.
        case abandonedCodeEnded

        /// The delay with this number is over.
        case delayEnded(number: Int)

        /// The health checks have reported a problem, or nil.
        case health(String?)

        /// A generation with a new configuration is being created.
        case reloadBegan

        /// The new generation is in use, or could not be created.
        case reloadEnded

        /// A command, with its reason; nil if an operator requests it.
        case command(Command, because: String? = nil)

        /// The daemon stops.
        case shutdown
    }

    /// A command of an operator or of a reload.
    enum Command: String, Sendable, CaseIterable {
        case start, stop, restart, enable, disable, release

        /// The command of an operator, as a reason.
        var text: String {
            switch self {
            case .start: "an operator started it"
            case .stop: "an operator stopped it"
            case .restart: "an operator restarted it"
            case .enable: "an operator enabled it"
            case .disable: "an operator disabled it"
            case .release: "an operator released it"
            }
        }
    }

    /// The part of a life.
    enum Phase: Sendable, Equatable {
        /// The plugin does not run.
        case down

        /// The scopes are being opened.
        case starting

        /// The scopes are open.
        case running

        /// The life is about to end, after the lives of the plugins that hold its instances.
        case ending

        /// The scopes are being closed.
        case closing
    }

    /// The reason why a plugin does not run.
    enum InactiveReason: Sendable {
        /// The plugin starts as soon as the plugins that it needs run.
        case ready

        /// The plugin starts again at this time.
        case delayed(until: Date)

        /// The configuration or an operator disabled the plugin.
        case disabled

        /// An operator stopped the plugin, or the daemon stops.
        case stopped

        /// The plugin failed and is not started again.
        case failed

        /// The plugin ended the daemon several times in a row, and no operator has released it.
        case quarantined
    }
}
