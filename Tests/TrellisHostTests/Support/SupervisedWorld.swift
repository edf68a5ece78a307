import Foundation
import Systemd
import Trellis

@testable import TrellisHost

/// Simulated plugins under the control of ``Supervision``, without I/O.
///
/// The actions are performed at once, and a test sends the events of the plugins' lives.
struct SupervisedWorld {
    /// A life that was opened and has not ended.
    struct Life {
        var held: [Int]
        var isClosing = false
    }

    private(set) var supervision = Supervision()
    private(set) var lives: [Int: Life] = [:]

    /// The delays in progress, with their numbers.
    private(set) var delays: [Int: (duration: Duration, number: Int)] = [:]

    /// The candidacies that have begun and were not withdrawn, with their numbers.
    private(set) var candidacies: [Int: Int] = [:]

    /// The performed actions, such as `open base`, `close base` and `base waits 1s`.
    private(set) var actions: [String] = []

    /// The violations of the order of starts and stops.
    private(set) var violations: [String] = []

    private let names: [String]
    var now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Creates plugins, and starts all plugins that may start.
    ///
    /// - Parameters:
    ///   - plugins: The names of the plugins, each with the names of the plugins that it requires.
    ///   - required: The names of the plugins without which the daemon stops.
    ///   - single: The names of the plugins that run on one host of the cluster at a time.
    ///   - quarantined: The names of the quarantined plugins, with the reasons.
    ///   - policy: The conditions and times of restarts.
    init(
        _ plugins: KeyValuePairs<String, [String]>, required: Set<String> = [], single: Set<String> = [],
        quarantined: [String: String] = [:], policy: RestartPolicy = RestartPolicy()
    ) {
        names = plugins.map(\.key)
        for name in names {
            supervision.add(
                name, isRequired: required.contains(name), placement: single.contains(name) ? .single : .everywhere,
                PluginStateMachine(
                    isEnabled: true, because: "the configuration enables it", policy: policy, now: now, jitter: \.self))
        }
        for (index, plugin) in plugins.enumerated() {
            let requirements = plugin.value.compactMap(names.firstIndex)
            supervision.relate(index, to: requirements)
        }
        for (name, reason) in quarantined { supervision.quarantine(index(name), because: reason, at: now) }
        perform(supervision.begin(at: now))
    }

    /// The states of the plugins: `base running, needy waiting`.
    var states: String {
        names.indices.map { "\(names[$0]) \(supervision.status(of: $0).state.rawValue)" }.joined(separator: ", ")
    }

    /// The plugins that wait although every plugin that they require runs, and those that start without a life.
    ///
    /// A plugin may also wait for the end of lives whose addresses and files it may take over.
    var forgotten: [String] {
        names.indices.filter { index in
            switch supervision.status(of: index).state {
            case .starting: lives[index] == nil
            case .waiting:
                supervision.status(of: index).nextStart == nil
                    && supervision.status(of: index).reason?.hasPrefix("it starts after the plugin ") != true
                    && supervision.members[index].requirements.allSatisfy { supervision.status(of: $0).state.isRunning }
            default: false
            }
        }.map { names[$0] }
    }

    /// The status of a plugin.
    func status(of name: String) -> PluginStatus { supervision.status(of: index(name)) }

    private func index(_ name: String) -> Int {
        guard let index = names.firstIndex(of: name) else { preconditionFailure("unknown plugin") }
        return index
    }

    /// Sends an event of a plugin.
    mutating func send(_ event: PluginStateMachine.Event, _ name: String) { send(event, index(name)) }

    mutating func send(_ event: PluginStateMachine.Event, _ plugin: Int) {
        if case .ended = event { lives[plugin] = nil }
        perform(supervision.handle(event, of: plugin, at: now))
    }

    /// Sends an event of the current candidacy for a plugin.
    mutating func send(_ event: CandidacyEvent, _ name: String) {
        guard let number = candidacies[index(name)] else { return }
        send(event, name, number: number)
    }

    /// Sends an event of the candidacy with a number.
    mutating func send(_ event: CandidacyEvent, _ name: String, number: Int) {
        perform(supervision.handle(event, of: index(name), number: number, at: now))
    }

    /// Completes the starts of all plugins, including the starts that result from them.
    mutating func startAll() {
        while let next = names.indices.first(where: { supervision.status(of: $0).state == .starting }) {
            send(.started, next)
        }
    }

    /// Ends every life that was requested to end, including the ends that result from this.
    mutating func endAll() {
        while let next = lives.first(where: \.value.isClosing)?.key { send(.ended(isStuck: false), next) }
    }

    /// Advances the time to the end of a plugin's delay.
    mutating func passDelay(of name: String) {
        guard let delay = delays.removeValue(forKey: index(name)) else { return }
        now += delay.duration / .seconds(1)
        send(.delayEnded(number: delay.number), name)
    }

    /// Begins a reload.
    mutating func beginReload() { supervision.beginReload() }

    /// Ends a reload.
    mutating func endReload() { supervision.endReload(sparing: []) }

    /// Changes the configuration of a plugin, whose requirements remain the same.
    mutating func changeConfiguration(of name: String) {
        relate(index(name), to: supervision.members[index(name)].requirements)
    }

    /// Changes the plugins that a plugin without a life requires.
    mutating func relate(_ name: String, to others: [String]) { relate(index(name), to: others.map(index)) }

    /// Changes the plugins that a plugin requires, and restarts it if it has a life.
    mutating func relate(_ plugin: Int, to others: [Int]) {
        var adjustment = Supervision.Adjustment(requirements: [plugin: others])
        if others != supervision.members[plugin].requirements, supervision.isAlive(plugin) {
            adjustment.steps = [
                Supervision.Adjustment.Step(
                    plugin: plugin, action: .restart, reason: "it depends on other plugins than before", enablement: "")
            ]
        }
        perform(supervision.apply(adjustment, at: now))
    }

    /// Changes the hosts on which a plugin runs.
    mutating func place(_ name: String, _ placement: Placement) {
        var configuration = SupervisionConfiguration(from: Settings(path: [], source: NoSettings()))
        configuration.placement = placement
        perform(supervision.apply(Supervision.Adjustment(configurations: [index(name): configuration]), at: now))
    }

    /// Prevents further starts.
    mutating func endStarts() { supervision.endStarts() }

    /// Stops all plugins.
    mutating func shutDown() { perform(supervision.shutDown(at: now)) }

    /// Removes the recorded actions.
    mutating func clear() { actions = [] }

    private mutating func perform(_ new: [Supervision.Action]) {
        for action in new {
            switch action {
            case .open(let plugin, let held):
                actions.append("open \(names[plugin])")
                if lives[plugin] != nil { violations.append("\(names[plugin]) has two lives") }
                if held.contains(where: { lives[$0] == nil || lives[$0]?.isClosing == true }) {
                    violations.append("\(names[plugin]) holds a plugin that does not run")
                }
                lives[plugin] = Life(held: held)
            case .close(let plugin):
                actions.append("close \(names[plugin])")
                if lives[plugin]?.isClosing != false { violations.append("\(names[plugin]) is closed twice") }
                if lives.values.contains(where: { $0.held.contains(plugin) }) {
                    violations.append("\(names[plugin]) closes before a plugin that holds it")
                }
                lives[plugin]?.isClosing = true
            case .wake(let plugin, let duration, let number):
                actions.append("\(names[plugin]) waits \(duration.systemdText)")
                delays[plugin] = (duration, number)
            case .stand(let plugin, let number):
                actions.append("stand for \(names[plugin])")
                if candidacies[plugin] != nil { violations.append("\(names[plugin]) has two candidacies") }
                candidacies[plugin] = number
            case .withdraw(let plugin):
                actions.append("withdraw from \(names[plugin])")
                if lives[plugin] != nil { violations.append("\(names[plugin]) has a life without a candidacy") }
                candidacies[plugin] = nil
            }
        }
    }
}
