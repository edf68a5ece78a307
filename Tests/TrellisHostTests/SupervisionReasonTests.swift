import Foundation
import Systemd
import Testing
import Trellis

@testable import TrellisHost

@Suite("The reasons for the states of plugins", .timeLimit(.minutes(2)))
struct SupervisionReasonTests {
    private func reason(_ world: SupervisedWorld, _ name: String = "base") -> String? { world.status(of: name).reason }

    @Test("a plugin starts because of the configuration, its last failure, another plugin, or an operator")
    func starting() {
        var world = SupervisedWorld(["base": [], "needy": ["base"]])
        #expect(reason(world) == "the configuration enables it")
        world.startAll()
        #expect(reason(world) == nil && reason(world, "needy") == nil)

        world.send(.failed(HostFailure(.unavailable, "out of order")), "base")
        world.endAll()
        world.passDelay(of: "base")
        #expect(world.states == "base starting, needy waiting")
        #expect(reason(world) == "it failed: out of order")
        world.send(.started, "base")
        #expect(reason(world, "needy") == "the plugin base, which it needs, failed")
        world.startAll()

        world.send(.command(.restart), "base")
        #expect(reason(world) == "an operator restarted it")
        world.endAll()
        #expect(reason(world) == "an operator restarted it")
    }

    @Test("a plugin whose services have ended starts again for this reason")
    func returned() {
        var world = SupervisedWorld(["base": []], policy: RestartPolicy(condition: .always))
        world.startAll()
        world.send(.returned, "base")
        #expect(reason(world) == "its services have ended")
        world.endAll()
        world.passDelay(of: "base")
        #expect(world.states == "base starting")
        #expect(reason(world) == "its services have ended")
    }

    @Test("a reload is the reason for its states, unless the health checks report a problem")
    func reload() {
        var world = SupervisedWorld(["base": []])
        world.startAll()
        world.send(.reloadBegan, "base")
        #expect(world.states == "base reloading")
        #expect(reason(world) == "a reload creates the generation with its new configuration")
        world.send(.health("the disk is full"), "base")
        #expect(reason(world) == "the disk is full")
        world.send(.reloadEnded, "base")
        world.send(.command(.disable, because: "the configuration does not enable it"), "base")
        world.endAll()
        #expect(world.states == "base disabled")
        #expect(reason(world) == "the configuration does not enable it")
    }

    @Test("the stop of the daemon is the reason, except for plugins that were disabled before")
    func shutdown() {
        var world = SupervisedWorld(["base": [], "other": []])
        world.startAll()
        world.send(.command(.disable), "other")
        world.endAll()
        world.shutDown()
        #expect(reason(world) == "the daemon stops")
        world.endAll()
        #expect(world.states == "base stopped, other disabled")
        #expect(reason(world) == "the daemon stops")
        #expect(reason(world, "other") == "an operator disabled it")
    }
}
