import Foundation
import Testing

/// The quarantine of a plugin that ends the daemon, under a real systemd.
@Suite("Quarantine", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct QuarantineTests {
    /// Waits until the daemon runs with the plugin `faulty` quarantined, and returns the reason.
    private func waitForQuarantine(in machine: BootedMachine) async throws -> String {
        let isQuarantined = try await machine.wait(for: "StatusText", of: BootedMachine.service) { text in
            text.contains("faulty is quarantined")
        }
        let messages = try await machine.journal(of: BootedMachine.service).compactMap { $0["MESSAGE"] }
        #expect(isQuarantined, "\(messages)")
        return try await machine.pluginStates().first { $0.hasPrefix("faulty ") } ?? ""
    }

    @Test(
        "a required plugin that crashes three times in a row is quarantined until it is released, and others run",
        arguments: ["crashAtStart", "crash"])
    func crash(fault: String) async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: fault) { machine in
            _ = try await machine.attempt(["systemctl", "start", BootedMachine.service])
            let reason = try await waitForQuarantine(in: machine)
            #expect(
                reason.contains(
                    #/^faulty quarantined it ended the daemon 3 times in a row, the last time with SIG[A-Z]+ at /#))
            #expect(
                try await machine.pluginStates().contains(
                    "dependent waiting it needs the plugin faulty, which is quarantined"))
            #expect(try await machine.service("ActiveState", "NRestarts") == ["active", "3"])

            // The quarantine survives a restart of the daemon.
            try await machine.run("systemctl", "restart", BootedMachine.service)
            #expect(try await machine.pluginStates().contains(reason))

            let start = try await machine.attempt(["trellisctl", "plugin", "start", "faulty"])
            #expect(start.status == 69)
            #expect(start.error.contains("'trellisctl plugin release faulty' starts it again."))

            // Without the fault, the released plugin runs, and so does the plugin that waits for it.
            try await machine.write("plugins: { faulty: {}, dependent: {} }\n", to: "/etc/trellis/trellis.yaml")
            try await machine.run("systemctl", "restart", BootedMachine.service)
            #expect(try await machine.pluginStates().contains(reason))
            try await machine.run("trellisctl", "plugin", "release", "faulty")
            #expect(try await machine.pluginStates() == ["faulty running", "dependent running"])
            let again = try await machine.attempt(["trellisctl", "plugin", "release", "faulty"])
            #expect(again.error.contains("the plugin faulty is not quarantined"))
            try await machine.run("systemctl", "restart", BootedMachine.service)
            #expect(try await machine.pluginStates() == ["faulty running", "dependent running"])
        }
    }

    @Test(
        "a plugin that blocks the daemon until the watchdog ends it is named, and quarantined after three times",
        arguments: ["blockEventLoops", "blockSharedThreads"])
    func watchdog(fault: String) async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: fault, drop: "WatchdogSec=5s") { machine in
            _ = try await machine.attempt(["systemctl", "start", BootedMachine.service])
            let reason = try await waitForQuarantine(in: machine)
            #expect(
                reason.hasPrefix(
                    "faulty quarantined it ended the daemon 3 times in a row, the last time by blocking it until the watchdog "
                        + "ended it, at "))
            #expect(try await machine.service("NRestarts") == ["3"])
            let entries = try await machine.journal(of: BootedMachine.service)
            let messages = entries.compactMap { $0["MESSAGE"] }
            #expect(messages.contains("trellisd.service: Failed with result 'watchdog'."), "\(messages)")
            let triggered = entries.filter { $0["MESSAGE_ID"] == "dcd26056f66c4f2e82f9f27e35b58115" }
            #expect(triggered.count == 3)
            #expect(triggered.allSatisfy { $0["TRELLIS_PLUGIN"] == "faulty" })
            #expect(triggered.allSatisfy { $0["MESSAGE"]?.hasSuffix("blocked by the plugin faulty") == true })
        }
    }

    @Test("a required plugin that stalls stops the daemon in order, and is quarantined after three times")
    func stall() async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: "stall") { machine in
            _ = try await machine.attempt(["systemctl", "start", BootedMachine.service])
            let reason = try await waitForQuarantine(in: machine)
            #expect(
                reason.hasPrefix(
                    "faulty quarantined it ended the daemon 3 times in a row, the last time by a stall at "))
            #expect(try await machine.service("ActiveState") == ["active"])
        }
    }
}
