import Testing
import TrellisTesting

@testable import Door

@Suite("Door", .timeLimit(.minutes(10)))
struct DoorTests {
    private let clock = ManualClock()

    /// Runs the plugin with the credential `code`.
    private func withDoor(code: String?, _ body: (DoorClient) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let credentials = code.map { ["door.code": Array($0.utf8)] } ?? [:]
            try await withPlugin(
                DoorPlugin.self, settings: ["lock.attempts": "2", "lock.time": "30s"],
                environment: .test(in: folder, clock: clock.clock, credentials: credentials)
            ) { try await body(DoorClient($0.caller)) }
        }
    }

    @Test("opens in a demo, without a credential")
    func demo() async throws {
        try await withPlugin(DoorPlugin.self, settings: DoorPlugin.demo) { plugin in
            _ = try await DoorClient(plugin.caller).open(code: "sesame")
        }
    }

    @Test("opens with the code, and is locked after several wrong ones")
    func locking() async throws {
        try await withDoor(code: "sesame\n") { door async throws in
            #expect(try await door.open(code: "sesame").until == "2027-01-15T08:00:10Z")
            await #expect(throws: DoorError.refused(attempts: 1)) { try await door.open(code: "barley") }
            await #expect(throws: DoorError.refused(attempts: 0)) { try await door.open(code: "oats") }
            await #expect(throws: DoorError.refused(attempts: 0)) { try await door.open(code: "sesame") }
            clock.advance(by: .seconds(30))
            #expect(try await door.open(code: "sesame").until == "2027-01-15T08:00:40Z")
        }
    }

    @Test("does not start without a code")
    func missingCode() async throws {
        let failure = await #expect(throws: HostFailure.self) { try await withDoor(code: nil) { _ in } }
        #expect(failure?.message == "the plugin door cannot start: the door has no code")
        #expect(failure?.advice == "Pass it to the daemon as the credential 'door.code'")
    }

    @Test("does not show the code")
    func hiding() {
        var configuration = DoorConfiguration.standard
        configuration.code = Secret("sesame")
        #expect(!String(reflecting: configuration).contains("sesame"))
    }

    @Test("rejects a lock that is shorter than the opening")
    func rejecting() async throws {
        let error = await #expect(throws: ConfigurationError.self) {
            try await withPlugin(DoorPlugin.self, settings: ["openTime": "1h"]) { _ in }
        }
        #expect(
            "\(try #require(error))".hasSuffix("plugins.door.lock.time: must not be less than openTime; increase it"))
    }

    @Test("obeys the rules for plugins")
    func conformance() async throws {
        try await PluginConformance(DoorPlugin.self, credentials: ["code": Array("sesame".utf8)]).run()
    }
}
