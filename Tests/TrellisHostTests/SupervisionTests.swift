import Foundation
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The states of plugins", .timeLimit(.minutes(2)))
struct SupervisionTests {
    private static let failure = HostFailure(.unavailable, "out of order")

    private func pair(_ policy: RestartPolicy = RestartPolicy()) -> SupervisedWorld {
        SupervisedWorld(["base": [], "needy": ["base"], "lone": []], policy: policy)
    }

    @Test("a plugin starts when the plugins that it requires run")
    func order() {
        var world = pair()
        #expect(Set(world.actions) == ["open base", "open lone"])
        #expect(world.status(of: "needy").reason == "it needs the plugin base, which is starting")
        world.send(.started, "base")
        #expect(world.states == "base running, needy starting, lone starting")
        world.startAll()
        #expect(world.supervision.isSettled)
    }

    @Test("a plugin that fails closes after its dependents, and starts again with them")
    func failure() {
        var world = pair()
        world.startAll()
        world.clear()
        world.send(.failed(Self.failure), "base")
        #expect(world.actions == ["close needy"])
        #expect(world.states == "base stopping, needy stopping, lone running")
        #expect(world.status(of: "needy").reason == "the plugin base, which it needs, failed")
        world.endAll()
        #expect(world.actions == ["close needy", "close base", "base waits 1s"])
        #expect(world.states == "base waiting, needy waiting, lone running")
        #expect(world.status(of: "base").reason == "out of order")
        #expect(world.status(of: "base").nextStart == world.now + 1)
        #expect(world.status(of: "needy").reason == "it needs the plugin base, which failed")
        #expect(world.supervision.isSettled)
        world.passDelay(of: "base")
        world.startAll()
        #expect(world.states == "base running, needy running, lone running")
        #expect(world.status(of: "base").reason == nil)
    }

    @Test("the delay doubles with each start in the interval, until the start limit")
    func limit() {
        var world = pair()
        world.clear()
        for _ in 1...5 {
            world.send(.failed(Self.failure), "base")
            world.endAll()
            world.passDelay(of: "base")
        }
        world.send(.started, "lone")
        let waits = world.actions.filter { $0.contains("waits") }
        #expect(waits == ["base waits 1s", "base waits 2s", "base waits 4s", "base waits 8s"])
        #expect(world.status(of: "base").state == .failed)
        #expect(
            world.status(of: "base").reason
                == "out of order; it was started 5 times within 5min (startLimitBurst, startLimitInterval)"
        )
        #expect(world.status(of: "needy").state == .waiting)
        #expect(world.supervision.isSettled)
    }

    @Test("a start outside the interval does not count for the start limit, also after the clock was set back")
    func interval() {
        var world = pair()
        for step in [301.0, 301, 301, 301, 301, -100_000, 301] {
            world.send(.started, "base")
            world.now += step
            world.send(.failed(Self.failure), "base")
            world.endAll()
            world.passDelay(of: "base")
        }
        #expect(world.actions.filter { $0.contains("waits") } == Array(repeating: "base waits 1s", count: 7))
    }

    @Test("the delay has a maximum")
    func maximum() {
        var world = pair(RestartPolicy(burst: 0))
        for _ in 1...9 {
            world.send(.failed(Self.failure), "base")
            world.endAll()
            world.passDelay(of: "base")
        }
        #expect(world.actions.last { $0.contains("waits") } == "base waits 1min")
    }

    @Test("a failure that requires the operator causes no restart")
    func operatorNeeded() {
        var world = pair()
        world.send(.failed(HostFailure(.configuration, "the key is wrong")), "base")
        world.endAll()
        #expect(world.status(of: "base").state == .failed)
        #expect(world.status(of: "base").reason == "the key is wrong")
    }

    @Test(
        "services that end cause a restart if the policy is 'always'", arguments: RestartPolicy.Condition.allCases)
    func returned(condition: RestartPolicy.Condition) {
        var world = pair(RestartPolicy(condition: condition))
        world.startAll()
        world.send(.returned, "base")
        world.endAll()
        #expect(world.status(of: "base").state == (condition == .always ? .waiting : .running))
        world.passDelay(of: "base")
        world.startAll()
        #expect(world.states == "base running, needy running, lone running")
    }

    @Test("a plugin whose services end too often has failed, with the start limit as the reason")
    func returnedTooOften() {
        var world = pair(RestartPolicy(condition: .always, burst: 2))
        for _ in 1...2 {
            world.startAll()
            world.send(.returned, "base")
            world.endAll()
            world.passDelay(of: "base")
        }
        #expect(world.status(of: "base").state == .failed)
        #expect(world.status(of: "base").reason?.hasPrefix("its services have ended; it was started 2 times") == true)
        world.send(.command(.start), "base")
        world.send(.command(.stop), "base")
        world.endAll()
        #expect(world.status(of: "base").reason == "an operator stopped it")
    }

    @Test("a required plugin whose services end too often stops the daemon")
    func requiredReturnedTooOften() {
        var world = SupervisedWorld(
            ["base": []], required: ["base"], policy: RestartPolicy(condition: .always, burst: 2))
        for _ in 1...2 {
            world.startAll()
            #expect(world.supervision.requiredFailure == nil)
            world.send(.returned, "base")
            world.endAll()
            world.passDelay(of: "base")
        }
        #expect(world.supervision.requiredFailure?.reason == "its services have ended")
    }

    @Test("a required plugin that waits because an operator started it does not stop the daemon when another one fails")
    func requiredWaits() {
        var world = SupervisedWorld(["base": [], "needy": ["base"], "lone": []], required: ["needy"])
        world.startAll()
        world.send(.command(.stop), "needy")
        world.endAll()
        world.send(.failed(HostFailure(.configuration, "the key is wrong")), "base")
        world.endAll()
        world.send(.command(.start), "needy")
        #expect(world.states == "base failed, needy waiting, lone running")
        world.send(.failed(Self.failure), "lone")
        world.endAll()
        #expect(world.supervision.requiredFailure == nil)
        // The operator may also have changed the configuration of the plugin, before a reload of other plugins.
        world.changeConfiguration(of: "needy")
        world.beginReload()
        world.endReload()
        #expect(world.supervision.requiredFailure == nil)
        world.beginReload()
        world.changeConfiguration(of: "needy")
        world.endReload()
        #expect(
            world.supervision.requiredFailure?.reason
                == "the plugin needy cannot start: it needs the plugin base, which failed: the key is wrong")
    }

    @Test("a required plugin that abandoned code prevents from starting does not hide the failure of another one")
    func stuckAndFailed() {
        var world = SupervisedWorld(["base": [], "lone": []], required: ["base", "lone"])
        world.startAll()
        world.send(.command(.stop), "base")
        world.send(.ended(isStuck: true), "base")
        world.beginReload()
        world.changeConfiguration(of: "base")
        world.send(.command(.start), "base")
        world.send(.failed(HostFailure(.configuration, "the key is wrong")), "lone")
        world.endAll()
        #expect(world.states == "base failed, lone failed")
        #expect(world.supervision.requiredFailure == nil)
        world.endReload()
        #expect(world.supervision.requiredFailure?.reason == "the key is wrong")
    }

    @Test("a plugin that an operator stopped remains stopped until it is started")
    func commands() {
        var world = pair()
        world.startAll()
        world.send(.command(.stop), "base")
        world.endAll()
        #expect(world.states == "base stopped, needy waiting, lone running")
        #expect(world.status(of: "needy").reason == "it needs the plugin base, which was stopped")
        world.send(.command(.start), "base")
        world.startAll()
        #expect(world.states == "base running, needy running, lone running")
        world.send(.command(.disable), "base")
        world.send(.command(.start), "base")
        world.endAll()
        #expect(world.states == "base disabled, needy waiting, lone running")
    }

    @Test("a restart closes the dependents too, and a start resets the start limit")
    func restart() {
        var world = pair()
        world.startAll()
        world.clear()
        world.send(.command(.restart), "base")
        world.endAll()
        world.startAll()
        #expect(world.actions == ["close needy", "close base", "open base", "open needy"])
        for _ in 1...5 {
            world.send(.failed(Self.failure), "base")
            world.endAll()
            world.passDelay(of: "base")
        }
        #expect(world.status(of: "base").state == .failed)
        world.send(.command(.start), "base")
        world.startAll()
        #expect(world.states == "base running, needy running, lone running")
    }

    @Test("a plugin with abandoned code starts again when the code has ended")
    func stuck() {
        var world = pair()
        world.startAll()
        world.send(.command(.restart), "base")
        world.send(.ended(isStuck: false), "needy")
        world.send(.ended(isStuck: true), "base")
        #expect(world.status(of: "base").state == .failed)
        #expect(world.status(of: "base").reason == "code of the plugin that was abandoned still runs")
        world.send(.command(.start), "base")
        #expect(world.status(of: "base").state == .failed)
        world.send(.abandonedCodeEnded, "base")
        world.passDelay(of: "base")
        world.startAll()
        #expect(world.states == "base running, needy running, lone running")
    }

    @Test("a failed plugin with abandoned code shows both, and the remedy of the failure last")
    func stuckFailure() {
        var world = pair()
        world.startAll()
        let failure = HostFailure(.software, "it took too long", advice: "Increase timeoutStart")
        world.send(.failed(failure), "base")
        world.send(.ended(isStuck: false), "needy")
        world.send(.ended(isStuck: true), "base")
        #expect(
            world.status(of: "base").reason
                == "it took too long; code of the plugin that was abandoned still runs. Increase timeoutStart")
    }

    @Test("a quarantined plugin does not start before it is released, and its dependents wait")
    func quarantine() {
        var world = SupervisedWorld(["base": [], "needy": ["base"], "lone": []], quarantined: ["base": "it crashed"])
        world.startAll()
        #expect(world.states == "base quarantined, needy waiting, lone running")
        #expect(world.status(of: "base").reason == "it crashed")
        #expect(world.status(of: "needy").reason == "it needs the plugin base, which is quarantined")
        #expect(world.supervision.isSettled)
        #expect(world.supervision.requiredFailure == nil)
        for command in [PluginStateMachine.Command.start, .restart, .stop, .disable, .enable] {
            world.send(.command(command), "base")
        }
        #expect(world.states == "base quarantined, needy waiting, lone running")
        world.send(.command(.release), "base")
        world.startAll()
        #expect(world.states == "base running, needy running, lone running")
        world.shutDown()
        world.endAll()
        #expect(world.supervision.isOver)
    }

    @Test("a disabled plugin that is quarantined is shown as disabled, and does not start when it is released")
    func disabledQuarantine() {
        var world = SupervisedWorld(["base": []], quarantined: ["base": "it crashed"])
        world.send(.command(.disable), "base")
        #expect(world.states == "base disabled")
        world.send(.command(.release), "base")
        #expect(world.states == "base disabled")
        world.send(.command(.enable), "base")
        world.startAll()
        #expect(world.states == "base running")
    }

    @Test("a plugin is degraded while a health check reports a problem")
    func health() {
        var world = pair()
        world.startAll()
        let since = world.status(of: "base").since
        world.now += 10
        world.send(.health("the disk is full"), "base")
        #expect(
            world.status(of: "base") == PluginStatus(state: .degraded, since: world.now, reason: "the disk is full"))
        world.send(.health(nil), "base")
        #expect(world.status(of: "base") == PluginStatus(state: .running, since: since))
    }

    @Test("a stop of the daemon closes all plugins in order, also while they start")
    func shutdown() {
        var world = pair()
        world.send(.started, "base")
        world.clear()
        world.shutDown()
        #expect(Set(world.actions) == ["close needy", "close lone"])
        #expect(!world.supervision.isOver)
        world.endAll()
        #expect(world.actions.last == "close base")
        #expect(world.states == "base stopped, needy stopped, lone stopped")
        #expect(world.supervision.isOver)
        world.send(.command(.start), "base")
        #expect(world.states == "base stopped, needy stopped, lone stopped")
    }

    @Test("a failed plugin does not start again after further starts are prevented")
    func endStarts() {
        var world = pair()
        world.startAll()
        world.endStarts()
        world.send(.failed(Self.failure), "base")
        world.endAll()
        world.passDelay(of: "base")
        #expect(world.states == "base waiting, needy waiting, lone running")
        world.shutDown()
        world.endAll()
        #expect(world.states == "base stopped, needy stopped, lone stopped")
    }

    @Test("a running plugin is reloading until the reload or its life ends, and shows its earlier problem then")
    func reload() {
        var world = SupervisedWorld(["base": [], "needy": ["base"]])
        world.send(.reloadBegan, "base")
        #expect(world.states == "base starting, needy waiting")
        world.startAll()
        world.send(.health("out of paper"), "base")
        world.send(.reloadBegan, "base")
        #expect(world.states == "base reloading, needy running")
        world.send(.reloadEnded, "base")
        #expect(world.status(of: "base").state == .degraded && world.status(of: "base").reason == "out of paper")
        world.send(.reloadBegan, "base")
        world.send(.failed(HostFailure(.unavailable, "out of order")), "base")
        world.endAll()
        world.passDelay(of: "base")
        world.startAll()
        #expect(world.states == "base running, needy running")
    }

    @Test("a plugin that waits for a failed one starts when it no longer requires it")
    func relations() {
        var world = SupervisedWorld(
            ["base": [], "lone": [], "picky": ["base", "lone"]], policy: RestartPolicy(condition: .no))
        world.send(.failed(Self.failure), "base")
        world.endAll()
        world.startAll()
        #expect(world.states == "base failed, lone running, picky waiting")
        world.relate("picky", to: ["lone"])
        world.startAll()
        #expect(world.states == "base failed, lone running, picky running")
        #expect(world.violations == [])
    }

    @Test(
        "any sequence of faults, commands and changes keeps the order of starts and stops, and ends with every plugin running"
    )
    func sequences() {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0 ... .max, using: &random)
        var generator = SeededGenerator(seed: seed)
        for _ in 1...300 {
            var world = SupervisedWorld(
                ["a": [], "b": ["a"], "c": ["a", "b"], "d": ["b"], "e": []], quarantined: ["b": "it crashed"],
                policy: RestartPolicy(condition: .always, burst: 0))
            for _ in 1...60 {
                world.happen(&generator)
                #expect(world.forgotten == [], "seed \(seed)")
            }
            #expect(world.violations == [], "seed \(seed)")
            // From here on, there are no further faults.
            for name in ["a", "b", "c", "d", "e"] {
                world.send(.abandonedCodeEnded, name)
                world.send(.reloadEnded, name)
                world.send(.health(nil), name)
                world.send(.command(.release), name)
                world.send(.command(.enable), name)
            }
            for _ in 1...20 {
                world.endAll()
                for name in ["a", "b", "c", "d", "e"] { world.passDelay(of: name) }
                world.startAll()
            }
            #expect(world.states == "a running, b running, c running, d running, e running", "seed \(seed)")
            world.shutDown()
            world.endAll()
            #expect(world.supervision.isOver && world.violations == [], "seed \(seed)")
        }
    }
}

extension SupervisedWorld {
    /// Sends one random event that is possible now.
    fileprivate mutating func happen(_ generator: inout SeededGenerator) {
        let plugin = Int.random(in: 0..<5, using: &generator)
        let failure = HostFailure(.unavailable, "out of order")
        now += 1
        switch (Int.random(in: 0..<11, using: &generator), lives[plugin]) {
        case (0, let life?) where !life.isClosing: send(.failed(failure), plugin)
        case (1, let life?) where life.isClosing: send(.ended(isStuck: Bool.random(using: &generator)), plugin)
        case (2...3, let life?) where !life.isClosing: send(.started, plugin)
        case (4, .some): send(.returned, plugin)
        case (5, nil): if let delay = delays[plugin] { send(.delayEnded(number: delay.number), plugin) }
        case (6, _):
            send(.command(PluginStateMachine.Command.allCases.randomElement(using: &generator) ?? .stop), plugin)
        case (7, nil): send(.abandonedCodeEnded, plugin)
        case (8, _): send(Bool.random(using: &generator) ? .reloadBegan : .reloadEnded, plugin)
        // A plugin requires only those before it, so that none requires itself.
        case (10, _): relate(plugin, to: (0..<plugin).filter { _ in Bool.random(using: &generator) })
        case (9, _): send(.health(Bool.random(using: &generator) ? "out of paper" : nil), plugin)
        default: startAll()
        }
    }
}
