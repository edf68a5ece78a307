import ServiceLifecycle
import Testing
import Trellis

@testable import TrellisHost

@Suite("The services of a plugin", .timeLimit(.minutes(2)))
struct ServiceTests {
    @Test("a service that returns while another one ends does not cancel that one, and is no failure")
    func returnDuringStop() async throws {
        let script = PairScript()
        try await PairScript.$current.withValue(script) {
            let plugins = [PluginRegistration(PairPlugin.self)]
            try await withReloadedHost("plugins:\n  pair:\n", plugins: plugins) { fixture async throws in
                await script.begun.wait()
                let restarted = try await fixture.host.control(.restart, "pair", isDryRun: false)
                #expect(restarted.map(\.state) == [.running])
                #expect(script.recorder.events == ["guest returned", "host ended"])
            }
        }
    }
}

/// The progress of the plugin pair in its first life.
private final class PairScript: Sendable {
    let recorder = Recorder()
    let begun = OneShotEvent()
    let ending = OneShotEvent()
    let returned = OneShotEvent()

    @TaskLocal static var current = PairScript()
}

/// A plugin with two services, the second of which ends first and awaits the return of the first.
private struct PairPlugin: Plugin {
    static let manifest = PluginManifest(name: "pair", version: "1.0.0", summary: "Has two services.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        let script = PairScript.current
        blueprint.provide(value: script)
        blueprint.run(GuestService.init(script:))
        blueprint.run(HostService.init(script:))
    }

    /// Returns when the other service ends.
    private struct GuestService: Service {
        let script: PairScript

        func run() async throws {
            await script.ending.wait()
            guard !script.returned.isSignaled else { return }
            script.recorder.note("guest returned")
            script.returned.signal()
        }
    }

    /// Ends after the other service has returned.
    private struct HostService: Service {
        let script: PairScript

        func run() async throws {
            script.begun.signal()
            try await gracefulShutdown()
            guard !script.ending.isSignaled else { return }
            script.ending.signal()
            await script.returned.wait()
            // The group learns about the return of the other service.
            for _ in 1...1000 { await Task.yield() }
            script.recorder.note(Task.isCancelled ? "host was cancelled" : "host ended")
        }
    }
}
