import Foundation
import Testing

@Suite(.bootsMachine, .serialized, .timeLimit(.minutes(10))) struct BootedMachineTests {
    /// A service that becomes active only on request, so that a test can observe both states of its start.
    private static let unit = """
        [Service]
        Type=notify
        NotifyAccess=all
        ExecStart=/bin/sh -c 'until [ -e /run/go ]; do sleep 0.05; done; \\
            systemd-notify --ready --status="Here I am"; exec sleep infinity'
        """

    @Test("a unit becomes active when its process reports that it is ready")
    func notifyUnit() async throws {
        try await BootedMachine.boot { machine in
            #expect(try await machine.run("hostname").output == "\(machine.name)\n")
            try await machine.write(Self.unit, to: "/etc/systemd/system/hello.service")
            try await machine.run("systemctl", "daemon-reload")
            try await machine.run("systemctl", "start", "--no-block", "hello.service")
            #expect(try await machine.wait(for: "ActiveState", of: "hello.service", toBe: "activating"))
            try await machine.run("touch", "/run/go")
            #expect(try await machine.wait(for: "ActiveState", of: "hello.service", toBe: "active"))
            #expect(try await machine.properties(of: "hello.service", "StatusText") == ["StatusText": "Here I am"])
            let entries = try await machine.journal(of: "hello.service")
            #expect(entries.contains { $0["MESSAGE"]?.hasPrefix("Started hello.service") == true })
            try await machine.run("systemctl", "stop", "hello.service")
            #expect(try await machine.properties(of: "hello.service", "ActiveState") == ["ActiveState": "inactive"])
        }
    }

    @Test("installs a tree whose units systemd loads")
    func installedTree() async throws {
        let tree = FileManager.default.temporaryDirectory.appending(path: "trellis-tree-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: tree) }
        let files = [
            "usr/lib/systemd/system/tree.service": "[Service]\nType=oneshot\nExecStart=/usr/bin/true\nUser=treeuser\n",
            "usr/lib/sysusers.d/tree.conf": "u treeuser - \"Tree\" /\n",
            "usr/lib/tmpfiles.d/tree.conf": "d /run/tree 0750 treeuser treeuser -\n",
        ]
        for (path, contents) in files {
            let file = tree.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(contents.utf8).write(to: file)
        }
        try await BootedMachine.boot { machine in
            try await machine.install(tree: tree)
            try await machine.run("systemctl", "start", "tree.service")
            #expect(try await machine.run("stat", "-c", "%U %a", "/run/tree").output == "treeuser 750\n")
            try await machine.copy(tree.appending(path: "usr/lib/tmpfiles.d/tree.conf"), to: "/opt/a/b", mode: "600")
            #expect(try await machine.run("cat", "/opt/a/b").output == "d /run/tree 0750 treeuser treeuser -\n")
            #expect(try await machine.run("stat", "-c", "%U %a", "/opt/a/b").output == "root 600\n")
        }
        // Changes in the machine do not affect the host.
        #expect(!FileManager.default.fileExists(atPath: "/opt/a/b"))
        #expect(!FileManager.default.fileExists(atPath: "/usr/lib/sysusers.d/tree.conf"))
    }

    @Test("leaves no process, file or mount on the host when the body throws")
    func throwingBody() async throws {
        struct Failure: Error {}
        let machine = Leftovers()
        await #expect(throws: Failure.self) {
            try await BootedMachine.boot {
                machine.note($0)
                throw Failure()
            }
        }
        #expect(try machine.remaining() == [])
    }

    @Test("reports the output of a failed command")
    func failedCommand() async throws {
        try await BootedMachine.boot { machine in
            let failure = await #expect(throws: CommandFailure.self) {
                try await machine.run("sh", "-c", "echo out; echo err >&2; exit 3")
            }
            #expect(failure?.result == CommandResult(status: 3, output: "out\n", error: "err\n"))
            let echo = try await machine.attempt(["cat"], input: "in")
            #expect(echo.output == "in")
        }
    }
}
