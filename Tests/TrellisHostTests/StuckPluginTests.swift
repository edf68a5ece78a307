import Dispatch
import Foundation
import HostInterface
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("A plugin whose start fails after its limit", .timeLimit(.minutes(2)))
struct StuckPluginTests {
    private static let settings = [
        "plugins.base.enabled=true", "plugins.lone.enabled=true", "plugins.lone.required=false",
        "plugins.lone.restart=no", "plugins.lone.timeoutStart=10ms", "plugins.lone.timeoutStop=10ms",
    ]

    @Test("fails at its limit even if it blocks a thread, and is closed if it starts later")
    func lateStart() async {
        // The test runs in a separate process, because all tests of a process share the threads.
        await #expect(processExitsWith: .success) {
            var behaviour = Behaviour()
            let release = DispatchSemaphore(value: 0)
            behaviour.startLone = { release.wait() }
            let recorder = behaviour.recorder
            try await PluginHostTests().withHost(Self.settings, behaviour: behaviour) { host in
                let plugins = await host.plugins()
                #expect(plugins.map(\.state) == [.disabled, .failed, .running])
                #expect(plugins[1].reason?.hasPrefix("it took longer than 10ms") == true)
                #expect(!recorder.events.contains("lone started"))
                release.signal()
                await recorder.wait(for: "lone closed")
            }
        }
    }

    @Test("is not stuck at any moment while its code ends within its limits")
    func punctual() async throws {
        try await PluginHostTests().withHost(["plugins.lone.enabled=true"], behaviour: Behaviour()) { host in
            let lone = host.hostedPlugins[1]
            let life = try #require(lone.life)
            let isOver = Atomic(false)
            let wasStuck = Atomic(false)
            let observed = OneShotEvent()
            Thread.detachNewThread {
                while !isOver.load(ordering: .relaxed) { if lone.isStuck { wasStuck.store(true, ordering: .relaxed) } }
                observed.signal()
            }
            for number in 0..<5_000 {
                let value = try await life.perform(.checks) {
                    await OneShotEvent().wait()
                    return CancellationError()
                } _: {
                    number
                }
                #expect(value == number)
            }
            isOver.store(true, ordering: .relaxed)
            await observed.wait()
            let stuck = wasStuck.load(ordering: .relaxed)
            #expect(!stuck)
        }
    }

    @Test("is closed when its interfaces cannot be registered")
    func registration() async throws {
        let behaviour = Behaviour()
        let recorder = behaviour.recorder
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let router = VarlinkRouter.host(logger: environment.logger("trellis"))
            let notebook = try await Notebook(behaviour: behaviour, client: SessionClient(peer: nil))
            try router.register(NotebookInterface(notebook: notebook))
            let host = try Behaviour.$current.withValue(behaviour) {
                let configuration = try LoadedConfiguration(
                    path: nil,
                    options: ["plugins.base.enabled=true", "plugins.base.required=false", "plugins.base.restart=no"],
                    registrations: PluginHostTests.registrations)
                return try PluginHost(configuration: configuration, environment: environment, router: router) {
                    $1.serve { NotebookInterface(notebook: notebook) }
                }
            }
            try await host.run {
                #expect(await host.plugins()[2].state == .failed)
                #expect(recorder.events.contains("base closed"))
            }
        }
    }
}
