import Foundation
import Systemd
import Testing
import Trellis

@testable import TrellisHost

@Suite("A plugin that runs on one host at a time", .timeLimit(.minutes(2)))
struct PlacementTests {
    private static let failure = HostFailure(.unavailable, "out of order")
    private static let elected = CandidacyEvent.elected(FencingToken(key: "placement/digest/1", revision: 7))

    /// The plugin `digest`, which requires `items`, and on which `report` depends.
    private func world(policy: RestartPolicy = RestartPolicy()) -> SupervisedWorld {
        var world = SupervisedWorld(
            ["items": [], "digest": ["items"], "report": ["digest"]], single: ["digest"], policy: policy)
        world.send(.started, "items")
        return world
    }

    @Test("stands by until this host is elected, and its dependents wait")
    func election() {
        var world = world()
        #expect(world.actions == ["open items", "stand for digest"])
        #expect(world.states == "items running, digest standby, report waiting")
        #expect(world.supervision.isSettled)
        world.send(.waiting(because: "the host web2 runs it", holder: "web2"), "digest")
        #expect(world.status(of: "digest").reason == "the host web2 runs it")
        #expect(world.status(of: "report").reason == "it needs the plugin digest, which does not run on this host")
        world.send(Self.elected, "digest")
        world.startAll()
        #expect(world.states == "items running, digest running, report running")
    }

    @Test("does not stand while it waits for another plugin")
    func obstacle() {
        var world = SupervisedWorld(["items": [], "digest": ["items"]], single: ["digest"])
        #expect(world.states == "items starting, digest waiting")
        world.send(.failed(Self.failure), "items")
        world.endAll()
        #expect(!world.actions.contains("stand for digest"))
    }

    @Test("closes when the election is lost, after its dependents, and stands by again")
    func loss() {
        var world = world()
        world.send(Self.elected, "digest")
        world.startAll()
        world.clear()
        world.send(.lost(because: "etcd does not respond"), "digest")
        #expect(world.states == "items running, digest stopping, report stopping")
        #expect(world.status(of: "digest").reason == "etcd does not respond")
        world.endAll()
        #expect(world.actions == ["close report", "close digest"])
        #expect(world.states == "items running, digest standby, report waiting")
        world.send(Self.elected, "digest")
        world.startAll()
        #expect(world.states == "items running, digest running, report running")
        #expect(world.violations == [])
    }

    @Test("is left to another host when it fails, and stands again after the delay")
    func failure() {
        var world = world()
        world.send(Self.elected, "digest")
        world.startAll()
        world.clear()
        world.send(.failed(Self.failure), "digest")
        world.endAll()
        #expect(world.actions == ["close report", "close digest", "digest waits 1s", "withdraw from digest"])
        #expect(world.status(of: "digest").state == .waiting)
        world.passDelay(of: "digest")
        #expect(world.actions.last == "stand for digest")
        #expect(world.status(of: "digest").state == .standby)
    }

    @Test(
        "is left to another host when an operator stops it",
        arguments: [PluginStateMachine.Command.stop, .disable])
    func stop(command: PluginStateMachine.Command) {
        var world = world()
        world.send(Self.elected, "digest")
        world.startAll()
        world.clear()
        world.send(.command(command), "digest")
        world.endAll()
        #expect(world.actions == ["close report", "close digest", "withdraw from digest"])
        #expect(world.supervision.placements.token(of: 1) == nil)
    }

    @Test("remains on this host when an operator restarts it")
    func restart() {
        var world = world()
        world.send(Self.elected, "digest")
        world.startAll()
        world.clear()
        world.send(.command(.restart), "digest")
        world.endAll()
        world.startAll()
        #expect(world.actions == ["close report", "close digest", "open digest", "open report"])
        #expect(world.supervision.placements.token(of: 1) == FencingToken(key: "placement/digest/1", revision: 7))
    }

    @Test("starts on this host, too, when it no longer runs on one host at a time")
    func everywhere() {
        var world = world()
        world.send(.waiting(because: "the host web2 runs it", holder: "web2"), "digest")
        world.clear()
        world.place("digest", .everywhere)
        world.startAll()
        #expect(world.actions == ["withdraw from digest", "open digest", "open report"])
        #expect(world.states == "items running, digest running, report running")
    }

    @Test("does not start by an event of an earlier candidacy")
    func lateEvent() {
        var world = world()
        let number = world.candidacies[1]
        world.send(.command(.stop), "digest")
        world.send(Self.elected, "digest", number: number ?? 0)
        #expect(world.status(of: "digest").state == .stopped)
        world.send(.command(.start), "digest")
        world.send(Self.elected, "digest", number: number ?? 0)
        #expect(world.status(of: "digest").state == .standby)
    }

    @Test("is left to another host when the daemon stops, after it has closed")
    func shutdown() {
        var world = world()
        world.send(Self.elected, "digest")
        world.startAll()
        world.clear()
        world.shutDown()
        #expect(!world.actions.contains("withdraw from digest"))
        world.endAll()
        #expect(world.actions == ["close report", "close digest", "withdraw from digest", "close items"])
        #expect(world.supervision.isOver)
    }
}
