import Foundation
import HostInterface
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Compares the failure that stops the daemon with a model, for random faults, commands, reloads and policies.
@Suite("The failure of a required plugin and its model", .timeLimit(.minutes(2)))
struct RequiredPluginModelTests {
    private static let names = ["a", "b", "c", "d", "e"]

    @Test("stop the daemon after the same event of any sequence, but not during a reload, and in order")
    func sequences() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        var ends: Set<DaemonModel.End> = []
        for _ in 1...1000 {
            let policy = RestartPolicy(
                condition: RestartPolicy.Condition.allCases.randomElement(using: &generator) ?? .no,
                maximumDelay: .seconds(4), burst: Int.random(in: 0...3, using: &generator), interval: .seconds(10))
            let required = Self.names.indices.filter { _ in Bool.random(using: &generator) }
            var world = SupervisedWorld(
                ["a": [], "b": ["a"], "c": ["a", "b"], "d": ["b"], "e": []],
                required: Set(required.map { Self.names[$0] }),
                quarantined: Int.random(in: 0..<8, using: &generator) == 0 ? ["b": "it crashed"] : [:], policy: policy)
            var model = DaemonModel(requirements: [[], [0], [0, 1], [1], []], required: Set(required), world)
            var history: [String] = []
            for _ in 1...60 where model.end == nil {
                world.now += Double.random(in: 0...4, using: &generator)
                history.append(model.happen(in: &world, &generator))
                let failure = world.supervision.requiredFailure
                guard (failure == nil) == (model.end == nil), model.explains(failure), world.violations == [] else {
                    Issue.record(
                        """
                        seed \(seed), \(policy), required \(required): \(failure?.reason ?? "no failure"), expected \
                        \(model.causes.map(\.message)), \(world.violations), \(world.states) after \(history)
                        """)
                    return
                }
            }
            if let end = model.end { ends.insert(end) }
            expectStop(in: &world, "seed \(seed), \(history)")
        }
        #expect(ends == Set(DaemonModel.End.allCases), "seed \(seed)")
    }

    /// Stops the plugins as the daemon does, and expects that none starts and that the failure remains the same.
    private func expectStop(in world: inout SupervisedWorld, _ description: String) {
        let failure = world.supervision.requiredFailure
        world.endStarts()
        world.clear()
        world.shutDown()
        world.endAll()
        #expect(world.supervision.isOver, "\(description)")
        #expect(world.violations == [], "\(description)")
        #expect(!world.actions.contains { $0.hasPrefix("open") }, "\(description)")
        if failure != nil { #expect(world.supervision.requiredFailure?.reason == failure?.reason, "\(description)") }
    }
}

/// The expected failure of the daemon, derived from the shown states of the plugins.
///
/// ``PluginModelTests`` verifies the states of a single plugin.
private struct DaemonModel {
    /// The ways in which the daemon fails.
    enum End: CaseIterable {
        /// A required plugin fails.
        case own

        /// A required plugin waits for one that has failed.
        case requirement

        /// A plugin has failed during a reload, which is over.
        case reload
    }

    private var requirements: [Set<Int>]
    let required: Set<Int>

    /// The failure that stops the daemon; nil if it continues.
    private(set) var end: End?

    /// The failures any of which may be the reason.
    private(set) var causes: [HostFailure] = []

    private var status: [PluginStatus]
    /// The failures of the current or last lives.
    private var failures: [Int: HostFailure] = [:]
    private var hasRun: Set<Int> = []
    private var stuck: Set<Int> = []
    /// Whether every plugin has run or failed once.
    private var hasStarted: Bool
    private var isReloading = false
    /// The plugins with a failure that had an event during the reload, and those that the reload changes.
    private var suspects: Set<Int> = []
    private var faults = 0

    init(requirements: [Set<Int>], required: Set<Int>, _ world: SupervisedWorld) {
        (self.requirements, self.required) = (requirements, required)
        status = requirements.indices.map { world.supervision.status(of: $0) }
        hasStarted = world.supervision.isSettled
    }

    /// Whether a failure that stops the daemon is an expected one.
    func explains(_ failure: HostFailure?) -> Bool {
        guard let failure else { return causes.isEmpty }
        return causes.contains { $0.exitStatus == failure.exitStatus && failure.reason.hasSuffix($0.reason) }
    }

    /// Lets a random event happen that is possible now.
    ///
    /// - Returns: The event, for the message of a failing test.
    mutating func happen(in world: inout SupervisedWorld, _ generator: inout SeededGenerator) -> String {
        if Int.random(in: 0..<12, using: &generator) == 0 {
            isReloading.toggle()
            if isReloading {
                world.beginReload()
                return "reload begins"
            }
            world.endReload()
            if fails(because: suspects) { end = .reload }
            suspects = []
            return "reload ends"
        }
        let plugin = status.indices.randomElement(using: &generator) ?? 0
        if Int.random(in: 0..<15, using: &generator) == 0 {
            // A plugin requires only those before it, so that none requires itself. One with a life would restart together with
            // others, which the model does not know: its requirements remain.
            let others =
                world.lives[plugin] == nil
                ? (0..<plugin).filter { _ in Bool.random(using: &generator) } : requirements[plugin].sorted()
            world.relate(plugin, to: others)
            requirements[plugin] = Set(others)
            if isReloading { suspects.insert(plugin) }
            let before = status
            status = status.indices.map { world.supervision.status(of: $0) }
            follow(plugin, since: before, mayFail: isWaiting(plugin), in: world)
            return "\(plugin) requires \(others)"
        }
        let event = randomEvent(of: plugin, in: world, &generator)
        world.send(event, plugin)
        handle(event, of: plugin, in: world)
        return "\(plugin) \(event)"
    }

    private mutating func randomEvent(
        of plugin: Int, in world: SupervisedWorld, _ generator: inout SeededGenerator
    ) -> PluginStateMachine.Event {
        typealias Command = PluginStateMachine.Command
        let life = world.lives[plugin]
        let command = PluginStateMachine.Event.command(Command.allCases.randomElement(using: &generator) ?? .stop)
        faults += 1
        let exitStatus = [ExitStatus.unavailable, .configuration].randomElement(using: &generator) ?? .software
        var events = [command]
        if let life {
            let isClosing = life.isClosing
            events += [.failed(HostFailure(exitStatus, "fault \(faults)")), .returned]
            events +=
                isClosing
                ? [.ended(isStuck: false), .ended(isStuck: false), .ended(isStuck: true)]
                : [.started, .started, .started, .health("out of paper"), .health(nil)]
            if isReloading, !isClosing { events += [.reloadBegan, .reloadEnded] }
        } else {
            if let delay = world.delays[plugin] { events += [.delayEnded(number: delay.number)] }
            if stuck.contains(plugin) { events += [.abandonedCodeEnded] }
        }
        return events.randomElement(using: &generator) ?? command
    }

    private mutating func handle(_ event: PluginStateMachine.Event, of plugin: Int, in world: SupervisedWorld) {
        let before = status
        status = status.indices.map { world.supervision.status(of: $0) }
        switch event {
        case .failed(let failure): if failures[plugin] == nil { failures[plugin] = failure }
        case .ended(let isStuck):
            if isStuck { stuck.insert(plugin) }
            // The services ended too often, or abandoned code still runs. The model does not know the text.
            if status[plugin].state == .failed, failures[plugin] == nil {
                failures[plugin] = HostFailure(.software, "")
            }
        case .abandonedCodeEnded: stuck.remove(plugin)
        case .command where !before[plugin].isAlive && !stuck.contains(plugin):
            if ![.stopped, .disabled].contains(status[plugin].state) { failures[plugin] = nil }
        default: break
        }
        follow(plugin, since: before, mayFail: true, in: world)
    }

    /// Notes the starts since a change of a plugin, and whether its failure stops the daemon.
    private mutating func follow(
        _ plugin: Int, since before: [PluginStatus], mayFail: Bool, in world: SupervisedWorld
    ) {
        for index in status.indices {
            if status[index].state == .starting, before[index].state != .starting { failures[index] = nil }
            if status[index].state.isRunning { hasRun.insert(index) }
        }
        if mayFail, failures[plugin] != nil {
            if isReloading {
                suspects.insert(plugin)
            } else if fails(because: [plugin]) {
                end = required.contains(plugin) && isLost(plugin) ? .own : .requirement
            }
        }
        if world.supervision.isSettled { hasStarted = true }
    }

    /// Determines whether a required plugin is lost because of the given ones, and sets the possible reasons.
    private mutating func fails(because plugins: Set<Int>) -> Bool {
        let own = plugins.filter { required.contains($0) && isLost($0) }
        let others = plugins.filter { plugin in required.contains { $0 == plugin || waits($0, for: plugin) } }
        let lost = own.isEmpty ? others.reduce(into: Set()) { $0.formUnion(lostRequirements(of: $1)) } : own
        causes = lost.compactMap { failures[$0] }
        return !causes.isEmpty
    }

    /// Whether a plugin has failed and is not started again.
    private func isLost(_ plugin: Int) -> Bool {
        guard failures[plugin] != nil else { return false }
        return status[plugin].state == .failed
            || status[plugin].nextStart != nil && !hasRun.contains(plugin) && !hasStarted
    }

    /// Whether a plugin waits for others.
    private func isWaiting(_ plugin: Int) -> Bool {
        status[plugin].state == .waiting && status[plugin].nextStart == nil
    }

    private func waits(_ plugin: Int, for other: Int) -> Bool {
        isWaiting(plugin) && requirements[plugin].contains { $0 == other || waits($0, for: other) }
    }

    private func lostRequirements(of plugin: Int) -> Set<Int> {
        if isLost(plugin) { return [plugin] }
        guard isWaiting(plugin) else { return [] }
        return requirements[plugin].reduce(into: []) { $0.formUnion(lostRequirements(of: $1)) }
    }
}

extension PluginStatus {
    /// Whether the plugin has a life.
    fileprivate var isAlive: Bool { state.isRunning || state == .starting || state == .stopping }
}
