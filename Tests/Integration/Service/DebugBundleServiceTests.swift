import Foundation
import Testing
import Varlink

/// `trellisctl debug bundle` on a machine with a real systemd.
@Suite("trellisctl debug bundle of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct DebugBundleServiceTests {
    private static let secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

    /// Configures a plugin with the secret as its credential, and a unit with the secret in other settings.
    private func plant(in machine: BootedMachine) async throws {
        try await machine.configure("plugins: { items: {}, issues: { baseURL: 'http://127.0.0.1:1' } }\n")
        try await machine.write(Self.secret, to: "/etc/trellis/token", mode: "600")
        try await machine.write(
            """
            [Service]
            LoadCredential=issues.token:/etc/trellis/token
            SetCredential=movies.tmdb:\(Self.secret)
            Environment=GITHUB_TOKEN=\(Self.secret)

            """, to: "/run/systemd/system/trellisd.service.d/50-secrets.conf")
        try await machine.run("systemctl", "daemon-reload")
    }

    /// Creates a bundle, and returns the members that are missing, with the reasons.
    private func bundle(_ machine: BootedMachine, as user: String = "root") async throws -> [String: String] {
        let path = "/tmp/\(user)-\(UInt32.random(in: 0 ... .max))"
        let result = try await machine.attempt([
            "runuser", "-u", user, "--", "sh", "-c",
            "umask 0; exec trellisctl debug bundle \(path).tar.gz --timeout 60",
        ])
        #expect(result.status == 0, "\(result)")
        let access = try await machine.run("stat", "-c", "%a %U", "\(path).tar.gz")
        #expect(access.output == "600 \(user)\n")
        try await machine.run("mkdir", path)
        try await machine.run("tar", "-xzf", "\(path).tar.gz", "-C", path, "--strip-components", "1")
        #expect(try await machine.attempt(["grep", "-rF", Self.secret, path]).status == 1)
        let text = try await machine.run("cat", "\(path)/manifest.json")
        let members = try JSONValue(parsing: text.output)["members"]?.arrayValue ?? []
        #expect(members.count == 12)
        let missing = members.filter { $0["missing"] != nil }
        return Dictionary(
            uniqueKeysWithValues: missing.map { ($0["name"]?.stringValue ?? "", $0["missing"]?.stringValue ?? "") })
    }

    @Test("contains the members that the daemon's state and the user's rights permit, and no secret")
    func members() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await plant(in: machine)
            let ofDaemon = [
                "daemon.json", "plugins.json", "scopes.txt", "configuration.json", "log.jsonl", "audit.json",
                "environment.json",
            ]

            // The daemon does not run, and the command does not start it.
            let idle = try await bundle(machine)
            #expect(Set(idle.keys) == Set(ofDaemon + ["process.txt"]))
            #expect(idle["log.jsonl"] == "the daemon has not started: 'trellisctl status' starts it")
            #expect(try await machine.service("ActiveState") == ["inactive"])

            try await machine.run("trellisctl", "items", "add", "Tea", "3")
            #expect(try await bundle(machine) == [:])

            // A member of the group may operate, but not administer.
            try await machine.run("useradd", "--groups", "trellis", "alice")
            let alice = try await bundle(machine, as: "alice")
            #expect(Set(alice.keys) == ["audit.json", "environment.json"])
            #expect(alice["audit.json"]?.contains("requires the role 'administer'") == true, "\(alice)")
            let unwritable = try await machine.attempt([
                "runuser", "-u", "alice", "--", "trellisctl", "debug", "bundle", "/etc/b.tar.gz",
            ])
            #expect(unwritable.status == 73)
            #expect(unwritable.error == "trellisctl: /etc/b.tar.gz cannot be written: Permission denied\n")

            // Another user may not connect.
            try await machine.run("useradd", "bob")
            let bob = try await bundle(machine, as: "bob")
            #expect(Set(bob.keys) == Set(ofDaemon))
            #expect(bob["log.jsonl"]?.hasPrefix("you may not connect") == true, "\(bob)")

            // The daemon does not start.
            try await machine.configure("log: { level: loud }\n")
            _ = try await machine.attempt(["systemctl", "restart", "trellisd.service"])
            let failed = try await bundle(machine)
            #expect(Set(failed.keys).isSuperset(of: ofDaemon))
        }
    }
}
