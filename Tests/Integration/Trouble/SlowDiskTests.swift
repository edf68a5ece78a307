import Foundation
import Testing

/// A disk on which one write takes longer than the timeout of the watchdog.
@Suite("A slow disk of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct SlowDiskTests {
    @Test("delays only the changes that wait for it; the watchdog does not end the daemon, and no change is lost")
    func write() async throws {
        let configuration = "control: { failpoints: true }\nplugins: { items: , search: }\n"
        try await BootedMachine.bootWithTrellis(configuration: configuration) { machine in
            try await machine.write(
                "[Service]\nWatchdogSec=10s\n", to: "/etc/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            try await machine.run("trellisctl", "items", "add", "Tea", "1")
            let process = try await machine.service("MainPID")

            try await machine.run("trellisctl", "inject", "items.store.write", "1*pause")
            try await machine.run(
                "systemd-run", "--unit=slow", "--property=RemainAfterExit=yes", "trellisctl", "items", "add", "Rice",
                "1")
            var hits = ""
            while !hits.contains(#""hits":1"#) {
                hits = try await machine.run("trellisctl", "inject", "items.store.write", "--json").output
            }
            let isFed = try await machine.wait(for: "WatchdogTimestampMonotonic", of: BootedMachine.service) { fed in
                let start = try await machine.properties(of: "slow.service", "ActiveEnterTimestampMonotonic")
                guard let fed = Int(fed), let start = Int(start["ActiveEnterTimestampMonotonic"] ?? "") else {
                    return false
                }
                return fed > start + 11_000_000
            }
            #expect(isFed)
            // While the write waits, the list is read, other plugins serve, and the state is reported.
            let listed = try await machine.run("trellisctl", "items", "list", "--json").output
            #expect(listed.contains(#""title":"Tea""#) && !listed.contains(#""title":"Rice""#))
            #expect(try await machine.run("trellisctl", "search", "tea").output.contains("Tea"))
            #expect(try await machine.attempt(["trellisctl", "status"]).status == 0)
            #expect(try await machine.service("MainPID") == process)

            try await machine.run("trellisctl", "inject", "items.store.write", "off")
            #expect(try await machine.wait(for: "SubState", of: "slow.service", toBe: "exited"))
            #expect(try await machine.properties(of: "slow.service", "ExecMainStatus")["ExecMainStatus"] == "0")
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output.contains("Rice"))
            #expect(try await machine.service("NRestarts") == ["0"])
        }
    }
}
