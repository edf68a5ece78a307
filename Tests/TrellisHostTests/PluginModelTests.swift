import Foundation
import HostInterface
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Compares the state machine of a plugin with a model, for random faults, commands and policies.
@Suite("The state machine of a plugin and its model", .timeLimit(.minutes(2)))
struct PluginModelTests {
    @Test("are in the same state after each event of any sequence")
    func sequences() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 1...500 {
            let policy = RestartPolicy(
                condition: RestartPolicy.Condition.allCases.randomElement(using: &generator) ?? .no,
                maximumDelay: .seconds(4), burst: Int.random(in: 0...3, using: &generator), interval: .seconds(10))
            let isQuarantined = Bool.random(using: &generator)
            var world = SupervisedWorld(
                ["plugin": []], quarantined: isQuarantined ? ["plugin": "it crashed"] : [:], policy: policy)
            var model = PluginModel(policy: policy, isQuarantined: isQuarantined, now: world.now)
            var history: [String] = []
            for _ in 1...40 {
                world.now += Double.random(in: 0...4, using: &generator)
                let event = model.randomEvent(after: world.delays[0]?.number, &generator)
                history.append("\(event)")
                world.send(event, 0)
                model.handle(event, at: world.now)
                let status = world.status(of: "plugin")
                guard status.state == model.state, status.nextStart == model.nextStart else {
                    Issue.record(
                        "seed \(seed), \(policy): \(status.state), expected \(model.state) after \(history)")
                    return
                }
            }
        }
    }
}

/// The expected states of one plugin that requires no other one, so that each permitted start begins at once.
private struct PluginModel {
    /// The events of a life.
    struct Life {
        var hasStarted = false
        var failure: HostFailure?
        var hasReturned = false
        var isEnding = false
        var problem: String?
        var isReloading = false
    }

    let policy: RestartPolicy
    private var isEnabled = true
    /// Whether an operator wants the plugin to run.
    private var isWanted = true
    private var isQuarantined: Bool
    private var isShuttingDown = false
    /// Whether code of an earlier life still runs.
    private var isStuck = false
    private var life: Life?
    private var previous: Life?
    private var starts: [Date] = []
    /// The state without a life.
    private var rest = HostContract.PluginState.waiting
    private(set) var nextStart: Date?

    init(policy: RestartPolicy, isQuarantined: Bool, now: Date) {
        (self.policy, self.isQuarantined) = (policy, isQuarantined)
        if isQuarantined { rest = .quarantined } else { begin(at: now) }
    }

    var state: HostContract.PluginState {
        guard let life else { return rest }
        if life.isEnding { return .stopping }
        if !life.hasStarted { return .starting }
        return life.isReloading ? .reloading : life.problem == nil ? .running : .degraded
    }

    /// An event that is possible in the present state.
    func randomEvent(
        after delay: Int?, _ generator: inout SeededGenerator
    ) -> PluginStateMachine.Event {
        typealias Command = PluginStateMachine.Command
        let command = PluginStateMachine.Event.command(Command.allCases.randomElement(using: &generator) ?? .start)
        let exitStatus = [ExitStatus.unavailable, .configuration].randomElement(using: &generator) ?? .software
        var events = [command]
        if let life {
            events += [.failed(HostFailure(exitStatus, "out of order")), .returned]
            if !life.isEnding {
                events += [
                    .started, .started, .health("out of paper"), .health(nil), .reloadBegan, .reloadEnded,
                ]
            } else {
                events += [.ended(isStuck: false), .ended(isStuck: false), .ended(isStuck: true)]
            }
        } else {
            if let delay { events += [.delayEnded(number: delay), .delayEnded(number: delay - 1)] }
            if isStuck { events += [.abandonedCodeEnded, .abandonedCodeEnded] }
        }
        if Int.random(in: 0..<40, using: &generator) == 0 { return .shutdown }
        return events.randomElement(using: &generator) ?? command
    }

    mutating func handle(_ event: PluginStateMachine.Event, at now: Date) {
        switch event {
        case .started: if life?.isEnding == false { life?.hasStarted = true }
        case .failed(let failure):
            if life?.failure == nil { life?.failure = failure }
            life?.isEnding = true
        case .returned:
            life?.hasReturned = true
            if policy.condition == .always { life?.isEnding = true }
        case .health(let problem): if state.isRunning { life?.problem = problem }
        case .reloadBegan:
            let isRunning = state.isRunning
            life?.isReloading = isRunning
        case .reloadEnded: life?.isReloading = false
        case .ended(let isStuck):
            self.isStuck = isStuck
            (previous, life) = (life, nil)
            if isStuck, isEnabled, isWanted, previous?.failure == nil {
                previous?.failure = HostFailure(.software, "code still runs")
            }
            settle(at: now)
        case .abandonedCodeEnded:
            guard isStuck else { break }
            isStuck = false
            if rest == .failed, isWanted { settle(at: now) }
        case .delayEnded(let number): if rest == .waiting, number == delays { begin(at: now) }
        case .command(let command, _): if !isShuttingDown { handle(command, at: now) }
        case .shutdown:
            (isShuttingDown, isWanted) = (true, false)
            life?.isEnding = true
            if life == nil, isEnabled, rest != .failed { (rest, nextStart) = (.stopped, nil) }
        }
    }

    private mutating func handle(_ command: PluginStateMachine.Command, at now: Date) {
        if command == .enable { isEnabled = true }
        if command == .disable { isEnabled = false }
        if command == .release { isQuarantined = false }
        isWanted = isEnabled && ![.stop, .disable].contains(command)
        if isWanted { starts = [] }
        if !isWanted || command == .restart { life?.isEnding = true }
        guard life == nil else { return }
        nextStart = nil
        if !isEnabled {
            rest = .disabled
        } else if isQuarantined {
            rest = .quarantined
        } else if !isWanted {
            rest = .stopped
        } else if isStuck {
            rest = .failed
        } else {
            begin(at: now)
        }
    }

    private mutating func begin(at now: Date) {
        starts = starts.filter { $0 <= now && now.timeIntervalSince($0) < policy.interval / .seconds(1) } + [now]
        (life, rest, nextStart) = (Life(), .waiting, nil)
    }

    private var delays = 0

    /// Determines what follows after a life.
    private mutating func settle(at now: Date) {
        let isFailed = previous?.failure != nil
        if !isEnabled {
            rest = .disabled
            return
        }
        if !isWanted {
            rest = isShuttingDown && isFailed ? .failed : .stopped
            return
        }
        if isStuck {
            rest = .failed
            return
        }
        let isToRestart = isFailed || policy.condition == .always && previous?.hasReturned == true
        if !isToRestart { return begin(at: now) }
        let needsOperator = previous?.failure?.exitStatus == .configuration
        let count = starts.count { $0 <= now && now.timeIntervalSince($0) < policy.interval / .seconds(1) }
        let isLimited = policy.burst > 0 && count >= policy.burst
        if policy.condition == .no || needsOperator || isLimited {
            rest = .failed
            return
        }
        let doublings = max(0, count - 1)
        delays += 1
        (rest, nextStart) = (.waiting, now + min(4, doublings > 4 ? 4 : Double(1 << doublings)))
    }
}
