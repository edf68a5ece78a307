import Foundation
import HostConfiguration
import HostInterface
import HostSupport
import Trellis

import enum Systemd.ExitStatus

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

    /// What the plugin does, with what is known only then.
    private var state: State

    /// Whether the plugin is to run.
    private var intent: Intent

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

    /// The times of the last starts, for the start limit.
    private var starts: [Date] = []

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
        intent = isEnabled ? .run : .disabled
        cause = reason
        state = .down(isEnabled ? .ready(nil) : .disabled)
        status = PluginStatus(state: isEnabled ? .waiting : .disabled, since: now, reason: reason)
    }

    /// The part of the current life.
    var phase: Phase {
        switch state {
        case .down: .down
        case .starting: .starting
        case .running: .running
        case .ending: .ending
        case .closing: .closing
        }
    }

    /// The reason why the plugin does not run, while there is no life.
    private var rest: Rest? {
        if case .down(let rest, _) = state { rest } else { nil }
    }

    /// Whether the plugin starts as soon as the plugins that it needs run.
    var isReady: Bool {
        if case .ready = rest { true } else { false }
    }

    /// Whether the plugin failed and is not started again.
    var hasFailed: Bool {
        if case .failed = rest { true } else { false }
    }

    /// Whether the plugin does not start until an operator releases it.
    var isQuarantined: Bool {
        if case .quarantined = rest { true } else { false }
    }

    /// Whether the plugin is waiting for its next start after a failure.
    var isDelayed: Bool {
        if case .delayed = rest { true } else { false }
    }

    /// Whether code of an earlier life still runs, so that no other life may begin.
    var isStuck: Bool {
        if case .down(_, stuck: .some) = state { true } else { false }
    }

    /// Whether the health checks report no problem.
    var isHealthy: Bool {
        if case .running(_, let work) = state { work.problem == nil } else { true }
    }

    /// Whether the plugin is disabled.
    var isDisabled: Bool { !intent.isEnabled }

    /// Handles an event.
    ///
    /// - Returns: The delay after which ``Event/delayEnded(number:)`` is to be sent with the number ``delays``, if any.
    mutating func handle(_ event: Event, at now: Date) -> Duration? {
        defer { updateStatus(at: now) }
        switch event {
        case .started:
            if case .starting(let life) = state { (state, hasRun) = (.running(life, Work()), true) }
        case .failed(let new):
            // Only the first failure of a life counts, because later ones are its consequences.
            if failure == nil { failure = new }
            end()
        case .returned:
            state.noteReturn()
            guard policy.condition == .always else { break }
            if phase == .starting || phase == .running { cause = Self.returnedText }
            end()
        case .ended(let isStuck): return settle(after: state.life ?? Life(), isStuck: isStuck, at: now)
        case .abandonedCodeEnded:
            guard case .down(let rest, stuck: let life?) = state else { break }
            state = .down(rest)
            if case .failed = rest, intent == .run { return settle(after: life, isStuck: false, at: now) }
        case .delayEnded(let number): if isDelayed, number == delays { state.rest(.ready(nil)) }
        case .health(let problem): state.change { $0.problem = problem }
        case .reloadBegan: state.change { $0.isReloading = true }
        case .reloadEnded: state.change { $0.isReloading = false }
        case .command(let command, let reason):
            handle(command, because: reason ?? command.text)
        case .shutdown:
            let isEnabled = intent.isEnabled
            intent = .shutDown(isEnabled: isEnabled)
            if isEnabled { cause = "the daemon stops" }
            end()
            if isEnabled, !hasFailed { state.rest(.stopped) }
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
        if intent.isEnabled { state.rest(.quarantined) }
        updateStatus(at: now)
    }

    private mutating func handle(_ command: Command, because reason: String) {
        if case .shutDown = intent { return }
        cause = reason
        switch command {
        case .enable: intent = .run
        case .disable: intent = .disabled
        case .stop: if intent.isEnabled { intent = .stop }
        case .start, .restart: if intent.isEnabled { intent = .run }
        case .release:
            quarantine = nil
            if intent.isEnabled { intent = .run }
        }
        // A command begins a new series of starts.
        if intent == .run { starts = [] }
        if intent != .run || command == .restart { end() }
        guard case .down(let rest, _) = state else { return }
        if intent == .run, !isStuck { failure = nil }
        state.rest(
            !intent.isEnabled
                ? .disabled
                : quarantine != nil
                    ? .quarantined
                    : intent != .run ? .stopped : isStuck ? .failed(startLimit: nil) : .ready(rest.hold))
    }

    /// Begins a life.
    mutating func begin(at now: Date) {
        precondition(isReady, "only a plugin that is ready begins a life")
        starts = recentStarts(at: now) + [now]
        if let failure { cause = "it failed: \(failure.reason)" }
        (state, failure) = (.starting(Life()), nil)
        updateStatus(at: now)
    }

    /// Ends the life because of another plugin.
    ///
    /// - Parameters:
    ///   - reason: The state of a plugin whose instances the life holds.
    ///   - now: The current time.
    mutating func end(because reason: String, at now: Date) {
        guard phase == .starting || phase == .running else { return }
        cause = reason
        end(because: reason)
        updateStatus(at: now)
    }

    private mutating func end(because reason: String? = nil) {
        guard phase == .starting || phase == .running, let life = state.life else { return }
        state = .ending(life, because: reason)
    }

    /// Begins to close the scopes, whose instances no other plugin holds any more.
    mutating func close(at now: Date) {
        guard case .ending(let life, let reason) = state else {
            preconditionFailure("only a life that is to end is closed")
        }
        state = .closing(life, because: reason)
        updateStatus(at: now)
    }

    /// Sets the reason why a ready plugin does not start.
    mutating func wait(_ reason: String, at now: Date) { hold(.obstacle(reason), at: now) }

    /// Sets the reason why a ready plugin does not start on this host.
    mutating func standBy(because reason: String, at now: Date) { hold(.standby(reason), at: now) }

    private mutating func hold(_ hold: Hold, at now: Date) {
        precondition(isReady, "only a plugin that is ready waits for another one")
        state.rest(.ready(hold))
        updateStatus(at: now)
    }

    /// Determines the state after the end of a life.
    ///
    /// - Parameters:
    ///   - life: The life, whose abandoned code may end only now.
    ///   - isStuck: Whether code of the life still runs.
    ///   - now: The current time.
    /// - Returns: The delay before the next start, if any.
    private mutating func settle(after life: Life, isStuck: Bool, at now: Date) -> Duration? {
        let (rest, delay) = rest(after: life, isStuck: isStuck, at: now)
        state = .down(rest, stuck: isStuck ? life : nil)
        return delay
    }

    private mutating func rest(after life: Life, isStuck: Bool, at now: Date) -> (Rest, Duration?) {
        switch intent {
        case .run: break
        case .disabled, .shutDown(isEnabled: false): return (.disabled, nil)
        case .shutDown where failure != nil: return (.failed(startLimit: nil), nil)
        case .stop, .shutDown: return (.stopped, nil)
        }
        if isStuck {
            if failure == nil { failure = HostFailure(.software, Self.stuckText) }
            return (.failed(startLimit: nil), nil)
        }
        guard failure != nil || policy.condition == .always && life.hasReturned else {
            return (.ready(nil), nil)
        }
        let isRestarted = policy.condition != .no && failure?.exitStatus.requiresOperator != true
        let count = recentStarts(at: now).count
        let isTemporary = failure?.isTemporary == true
        guard isRestarted, let delay = policy.delay(after: count, isTemporary: isTemporary) else {
            // Like a service of systemd with Restart=always, the plugin has failed when it was started too often.
            if failure == nil { failure = HostFailure(.software, Self.returnedText) }
            let limit =
                "it was started \(count) times within \(policy.interval.systemdText) (startLimitBurst, startLimitInterval)"
            return (.failed(startLimit: isRestarted ? limit : nil), nil)
        }
        delays += 1
        let wait = jitter(delay)
        return (.delayed(until: now + wait / .seconds(1)), wait)
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
        switch state {
        case .starting: (.starting, cause, nil)
        case .running(_, let work) where work.isReloading: (.reloading, work.problem ?? Self.reloadText, nil)
        case .running(_, let work): (work.problem == nil ? .running : .degraded, work.problem, nil)
        case .ending(_, let reason), .closing(_, let reason): (.stopping, failure?.reason ?? reason ?? cause, nil)
        case .down(.ready(.standby(let reason)), _): (.standby, reason, nil)
        case .down(.ready(.obstacle(let reason)), _): (.waiting, reason, nil)
        case .down(.ready(nil), _): (.waiting, cause, nil)
        case .down(.delayed(let time), _): (.waiting, failure?.reason ?? Self.returnedText, time)
        case .down(.disabled, _): (.disabled, cause, nil)
        case .down(.quarantined, _): (.quarantined, quarantine, nil)
        case .down(.stopped, _): (.stopped, cause, nil)
        case .down(.failed(let startLimit), _): (.failed, failureText(startLimit), nil)
        }
    }

    private func failureText(_ startLimit: String?) -> String {
        var shown = failure
        // The advice is the last sentence.
        if isStuck, shown?.message != Self.stuckText { shown?.message += "; \(Self.stuckText)" }
        return [shown?.reason ?? (isStuck ? Self.stuckText : nil), startLimit].compactMap(\.self).joined(
            separator: "; ")
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

    /// Whether a plugin is to run.
    private enum Intent: Equatable {
        /// The configuration or an operator enables the plugin.
        case run

        /// An operator stopped the plugin.
        case stop

        /// The configuration or an operator disabled the plugin.
        case disabled

        /// The daemon stops.
        case shutDown(isEnabled: Bool)

        /// Whether the plugin is enabled.
        var isEnabled: Bool {
            switch self {
            case .run, .stop, .shutDown(isEnabled: true): true
            case .disabled, .shutDown(isEnabled: false): false
            }
        }
    }

    /// A ``Phase`` with its data.
    private enum State {
        /// The last life is stuck while code of it still runs.
        case down(Rest, stuck: Life? = nil)
        case starting(Life)
        case running(Life, Work)
        case ending(Life, because: String?)
        case closing(Life, because: String?)

        /// The current life; nil if there is none.
        var life: Life? {
            switch self {
            case .down: nil
            case .starting(let life), .running(let life, _), .ending(let life, _), .closing(let life, _): life
            }
        }

        /// Notes that all services of the life have returned.
        mutating func noteReturn() {
            switch self {
            case .down: break
            case .starting: self = .starting(Life(hasReturned: true))
            case .running(_, let work): self = .running(Life(hasReturned: true), work)
            case .ending(_, let reason): self = .ending(Life(hasReturned: true), because: reason)
            case .closing(_, let reason): self = .closing(Life(hasReturned: true), because: reason)
            }
        }

        /// Changes what a running plugin does; nothing happens if the plugin does not run.
        mutating func change(_ body: (inout Work) -> Void) {
            guard case .running(let life, var work) = self else { return }
            body(&work)
            self = .running(life, work)
        }

        /// Changes the reason why the plugin does not run; nothing happens during a life.
        mutating func rest(_ reason: Rest) {
            if case .down(_, let stuck) = self { self = .down(reason, stuck: stuck) }
        }
    }

    /// What is known about a life.
    private struct Life {
        /// Whether all its services have returned.
        var hasReturned = false
    }

    /// What a running plugin does.
    private struct Work {
        /// The problem that the health checks report.
        var problem: String?

        /// Whether a generation with a new configuration is being created.
        var isReloading = false
    }

    /// The reason why a plugin does not run.
    private enum Rest {
        /// The plugin starts as soon as the plugins that it needs run. What it waits for, if it is known.
        case ready(Hold?)

        /// The plugin starts again at this time.
        case delayed(until: Date)

        /// The configuration or an operator disabled the plugin.
        case disabled

        /// An operator stopped the plugin, or the daemon stops.
        case stopped

        /// The plugin failed and is not started again, possibly because of the start limit.
        case failed(startLimit: String?)

        /// The plugin ended the daemon several times in a row, and no operator has released it.
        case quarantined

        /// What a ready plugin waits for.
        var hold: Hold? {
            if case .ready(let hold) = self { hold } else { nil }
        }
    }

    /// What a ready plugin waits for.
    private enum Hold {
        /// A plugin that it needs.
        case obstacle(String)

        /// Another host runs the plugin.
        case standby(String)
    }
}
