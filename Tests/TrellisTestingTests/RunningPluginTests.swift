import Foundation
import ServiceLifecycle
import Synchronization
import Systemd
import Testing
import TrellisTesting

@Suite("A running plugin reports to its test", .timeLimit(.minutes(2)))
struct RunningPluginTests {
    @Test("the events of the plugin, past and future")
    func events() async throws {
        let signal = Signal()
        try await withPlugin(
            PlainPlugin.self, settings: ["restart": "no", "required": "false"],
            adjusting: { $0.run { WaitingService { try await signal.wait(beyond: 0) } } }
        ) { plugin in
            #expect(plugin.events.map(\.transition?.to) == [.starting, .running])
            signal.fire()
            let failure = try await plugin.event { $0.fault?.kind == .failed }
            #expect(failure.fault?.message.contains("WaitingService") == true)
            try await plugin.event { $0.transition?.to == .failed }
        }
    }

    @Test("the log messages")
    func log() async throws {
        let log = LogRecorder()
        try await withTemporaryFolder { folder in
            try await withPlugin(
                PlainPlugin.self, environment: .test(in: folder, logger: log.logger),
                adjusting: { $0.provide(Talkative.init(logger:)) }
            ) { _ in
                let line = try await log.wait(for: "hello")
                #expect(line == "hello mood=good plugin=plain")
                #expect(log.lines.contains(line))
            }
        }
    }

    @Test("what a plugin leaks")
    func leaks() async throws {
        defer { Hoarder.kept.withLock { $0 = [] } }
        try await withPlugin(PlainPlugin.self) { try await $0.expectNoLeaks() }
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await withPlugin(PlainPlugin.self, adjusting: { $0.provide(Hoarder.init) }) {
                try await $0.expectNoLeaks()
            }
        }
        #expect(failure?.violations.first?.problem.hasPrefix("an instance of Hoarder leaked: ") == true)
    }

    @Test("the credentials of a service")
    func credentials() async throws {
        try await withTemporaryFolder { folder in
            let systemd = try FakeSystemd(in: folder, credentials: ["door.code": Array("sesame".utf8)])
            #expect(try systemd.environment.credentials?.read("door.code") == Array("sesame".utf8))
            #expect(try systemd.environment.credentials?.read("door.key") == nil)
            #expect(systemd.environment.notifySocket == folder.appending("notify").string)
        }
    }
}

/// A service that fails when a function returns.
private struct WaitingService: Service {
    struct Failure: Error {}

    let wait: @Sendable () async throws -> Void

    func run() async throws {
        try await wait()
        throw Failure()
    }
}

private final class Talkative: Sendable {
    init(logger: Logger) { logger.info("hello", metadata: ["mood": "good"]) }
}

/// An instance that a global variable keeps.
private final class Hoarder: Sendable {
    static let kept = Mutex<[Hoarder]>([])

    init() { Self.kept.withLock { $0.append(self) } }
}
