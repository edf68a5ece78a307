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

/// A control group of version 1 that limits the memory that a process allocates from now on.
private struct MemoryGroup {
    /// The hierarchy of the memory controller; nil if there is none that can be changed.
    static let hierarchy: URL? = {
        let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
        let fields = mounts.split(separator: "\n").map { $0.split(separator: " ") }
            .first { $0.count > 3 && $0[2] == "cgroup" && $0[3].split(separator: ",").contains("memory") }
        return fields.map { URL(filePath: String($0[1])) }.flatMap { access($0.path, W_OK) == 0 ? $0 : nil }
    }()

    private let folder: URL

    /// Moves a process into a new group, in which it may allocate further memory up to a limit in bytes.
    init(of process: Int, limit: Int) throws {
        folder = try #require(Self.hierarchy).appending(path: "trellis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try write("\(limit)", to: "memory.limit_in_bytes")
        // Nothing is moved to a swap device in place of the kill.
        try write("0", to: "memory.swappiness")
        try write("\(process)", to: "cgroup.procs")
    }

    /// The number of processes that the kernel has killed.
    var kills: Int {
        get throws {
            let text = try String(contentsOf: folder.appending(path: "memory.oom_control"), encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("oom_kill ") })
            return try #require(Int(line.dropFirst("oom_kill ".count)))
        }
    }

    /// Removes the group, which has no processes.
    func remove() { rmdir(folder.path) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
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

extension Trait where Self == ConditionTrait {
    /// A trait for tests that limit the memory of a process.
    fileprivate static var limitsMemory: Self {
        .enabled(
            if: MemoryGroup.hierarchy != nil, "requires the memory controller of control groups of version 1, writable")
    }
}
