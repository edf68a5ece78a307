import Foundation
import Testing

/// The kernel ends the daemon because its control group has no memory left.
@Suite(
    "A daemon without memory", .runsPrograms, .bootsMachine, .limitsMemory, .serialized, .timeLimit(.minutes(10)))
struct OutOfMemoryTests {
    @Test("restarts without losing acknowledged items, clients continue, and the audit log reports the end")
    func kill() async throws {
        let configuration = "control: { messageSize: 16M, inputSizePerUser: 64M }\n"
        try await BootedMachine.bootWithTrellis(configuration: configuration) { machine in
            let added = try await machine.run("trellisctl", "items", "add", "Tea", "1", "--json").output
            try await machine.run(
                "systemd-run", "--unit=watch", "--property=StandardOutput=file:/root/watched",
                "--property=StandardError=file:/root/errors", "trellisctl", "items", "watch", "--follow", "--json")
            try await machine.run("sh", "-c", "until grep -q ready /root/watched; do :; done")
            let process = try #require(Int(try await machine.service("MainPID")[0]))

            // The daemon reads the incomplete message into new memory, which exceeds the limit.
            let group = try MemoryGroup(of: try machine.processOnHost(process), limit: 4 << 20)
            defer { group.remove() }
            let client = try RawConnection(to: "/proc/\(machine.leader)/root/run/trellis/io.trellis")
            try await client.send([UInt8](repeating: UInt8(ascii: "{"), count: 14 << 20))
            #expect(try await client.receive() == nil)
            #expect(try await machine.wait(for: "NRestarts", of: BootedMachine.service, toBe: "1"))
            #expect(try group.kills == 1)

            // A new client connects while the daemon starts.
            try await machine.run("trellisctl", "items", "add", "Rice", "1")
            let listed = try await machine.run("trellisctl", "items", "list", "--json").output
            #expect(listed.hasPrefix(added) && listed.contains("Rice"))
            try await machine.run("sh", "-c", "until grep -q Rice /root/watched; do :; done")
            let errors = try await machine.run("cat", "/root/errors").output
            #expect(errors.contains("connected again"), "\(errors)")

            let ended = "trellisd.service: Main process exited, code=killed, status=9/KILL"
            #expect(try await machine.waitForEntry(of: BootedMachine.service) { $0["MESSAGE"] == ended })
            let audit = try await machine.run("trellisctl", "audit").output
            #expect(audit.contains("(records may be missing: the daemon crashed or was killed)"), "\(audit)")
        }
    }
}

extension BootedMachine {
    /// The number that the host gives a process of the machine.
    fileprivate func processOnHost(_ process: Int) throws -> Int {
        func namespace(of process: Int) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/pid")
        }
        let own = namespace(of: Int(leader))
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }
        return try #require(
            all.first { candidate in
                guard namespace(of: candidate) == own,
                    let status = try? String(contentsOfFile: "/proc/\(candidate)/status", encoding: .utf8)
                else { return false }
                let numbers = status.split(separator: "\n").first { $0.hasPrefix("NSpid:") }
                return numbers?.split(whereSeparator: \.isWhitespace).last.map(String.init) == "\(process)"
            })
    }
}
