import Foundation
import Glibc
import SystemPackage
import Testing
import Varlink

@testable import trellisctl

@Suite("The debug bundle", .timeLimit(.minutes(2)))
struct BundleTests {
    private enum Throwing: BundleMember {
        static let name = "throwing.json"
        static let contents = "Nothing."
        static func collect(in environment: BundleEnvironment) async throws -> String {
            throw CommandFailure(EX_OSERR, "a system call failed")
        }
    }

    private enum Endless: BundleMember {
        static let name = "endless.json"
        static let contents = "Nothing."
        static let limit = Duration.milliseconds(10)
        static func collect(in environment: BundleEnvironment) async throws -> String {
            try await Task.sleep(for: .seconds(3_600))
            return "it ended"
        }
    }

    private enum Silent: BundleMember {
        static let name = "silent.json"
        static let contents = "Nothing."
        static let limit = Duration.milliseconds(10)
        static func collect(in environment: BundleEnvironment) async throws -> String {
            "\(try await environment.connect().call("org.example.Sample.Wait", [:]))"
        }
    }

    private static let secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

    private func environment(_ machine: DoctorMachine) -> BundleEnvironment {
        BundleEnvironment(machine: machine.constructed) {
            throw CommandFailure(EX_UNAVAILABLE, "the daemon has not started")
        }
    }

    /// Runs a script in the daemon's folder, with the path of `trellisctl` as `$CTL`.
    private func run(_ script: String, _ daemon: SampleDaemon) async throws -> Program.Ended {
        let variables = daemon.variables.merging(["CTL": Program.trellisctl, "DIR": daemon.folder.string]) { $1 }
        return try await Program.run("set -e; cd \"$DIR\"; \(script)", by: "/bin/sh", variables: variables)
    }

    @Test("contains the other members, and the reason, when a member throws or does not end")
    func missing() async throws {
        try await DoctorMachine.with { machine in
            let members: [any BundleMember.Type] = [Throwing.self, Endless.self, ScopesMember.self, UnitsMember.self]
            let bundle = try await DebugBundle(members, in: environment(machine))
            let manifest = try JSONValue(parsing: try bundle.entries[0].text.get())
            #expect(manifest["trellisctl"] == "0.2.0")
            #expect(manifest["user"] == "alice")
            let listed = manifest["members"]?.arrayValue ?? []
            #expect(
                listed.compactMap { $0["name"]?.stringValue } == [
                    "throwing.json", "endless.json", "scopes.txt", "units.json",
                ])
            #expect(listed[0]["missing"] == "a system call failed")
            #expect(listed[1]["missing"] == "timed out after 0 s")
            #expect(listed[2]["missing"] == "the daemon has not started")
            #expect((listed[3]["bytes"]?.integerValue ?? 0) > 0)
            #expect(
                bundle.entries[1].lines == [
                    "throwing.json       -         Nothing.",
                    "                              Not collected: a system call failed.",
                ])
        }
    }

    @Test("contains the replies of the daemon, even if one call receives no reply")
    func silentMethod() async throws {
        try await withSampleDaemon { daemon in
            try await DoctorMachine.with { machine in
                let address = try VarlinkAddress(parsing: daemon.socket)
                let environment = BundleEnvironment(machine: machine.constructed) {
                    try await VarlinkConnection.connect(to: address)
                }
                let bundle = try await DebugBundle([Silent.self, ScopesMember.self], in: environment)
                #expect(bundle.entries[1].json["missing"] == "timed out after 0 s")
                #expect(try bundle.entries[2].text.get() == "sample (open)\n└─ Sample\n")
            }
        }
    }

    @Test("is created in a shell, whose session continues")
    func shell() async throws {
        try await withSampleDaemon { daemon in
            let path = daemon.folder.appending("b").string
            let ended = try await Program.run(
                ["shell"], input: "debug bundle \(path)\nstatus\n", variables: daemon.variables)
            #expect(ended.status == EX_OK, "\(ended)")
            #expect(ended.output.contains("\nWrote \(path) ("))
            #expect(ended.output.contains("all is well\n"))
        }
    }

    @Test("is an archive that tar extracts", arguments: [0, 1, 511, 512, 513, 100_000])
    func archive(size: Int) async throws {
        let folder = URL(filePath: "/tmp/bundle-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let contents = (0..<size).map { UInt8(truncatingIfNeeded: $0 % 251) }
        var archive = TarArchive(time: 1_795_000_000)
        try archive.append("folder/first", contents)
        try archive.append("folder/second", Array("text".utf8))
        let compressed = try await Gzip.compress(archive.finished)
        try Data(compressed).write(to: folder.appending(path: "a.tar.gz"))
        let ended = try await Program.run(
            "cd '\(folder.path)' && tar -tvzf a.tar.gz --utc && tar -xzf a.tar.gz", by: "/bin/sh",
            variables: ["PATH": "/usr/bin:/bin"])
        #expect(ended.error == "")
        #expect(ended.output.hasPrefix("-rw------- root/root "))
        #expect(ended.output.contains("2026-11-18 11:06 folder/first\n"), "\(ended.output)")
        #expect(try Data(contentsOf: folder.appending(path: "folder/first")) == Data(contents))
        #expect(try String(contentsOf: folder.appending(path: "folder/second"), encoding: .utf8) == "text")
    }

    @Test("has the states of the units, without their environment and credentials")
    func units() async throws {
        try await DoctorMachine.with { machine in
            machine.service["Environment"] = "GITHUB_TOKEN=\(Self.secret)"
            machine.service["SetCredential"] = "issues.token:\(Self.secret)"
            machine.unitFile += "Environment=GITHUB_TOKEN=\(Self.secret)\n"
            let text = try await UnitsMember.collect(in: environment(machine))
            let units = try JSONValue(parsing: text)
            #expect(units["trellisd.service"]?["ActiveState"] == "active")
            #expect(units["trellisd.socket"]?["SocketMode"] == "0660")
            #expect(!text.contains(Self.secret))
            machine.environment.address = .path("/other")
            await #expect(throws: CommandFailure.self) { try await UnitsMember.collect(in: environment(machine)) }
        }
    }

    @Test("lists files with their modes, without their contents")
    func files() async throws {
        try await DoctorMachine.with { machine in
            try machine.write(Self.secret, to: "etc/trellis/token")
            try machine.change(mode: 0o600, of: "etc/trellis/token")
            try machine.write("", to: "etc/trellis/a\nb")
            let text = try await FilesMember.collect(in: environment(machine))
            let lines = text.split(separator: "\n")
            let owner = "\(DoctorMachine.daemon.user) \(DoctorMachine.daemon.group)"
            #expect(lines.contains { $0.hasPrefix("0600 \(owner) 40 20") && $0.hasSuffix("Z /etc/trellis/token") })
            #expect(lines.contains { $0.hasPrefix("0750 ") && $0.hasSuffix(" /var/lib/trellis/items/") })
            #expect(lines.contains { $0.hasSuffix(" /var/lib/trellis/items/items.sqlite") })
            #expect(lines.contains { $0.hasSuffix(" /etc/trellis/a\\nb") })
            #expect(lines.contains("(missing) /run/trellisd"))
            #expect(!text.contains(Self.secret))
        }
    }

    @Test("masks the values of unknown environment variables")
    func variables() {
        let variables = EnvironmentMember.variables([
            "PATH=/usr/bin:/bin", .string("GITHUB_TOKEN=\(Self.secret)"), "EMPTY=", "TRELLIS_TOKEN=a=b",
            .string(Self.secret), "NOTIFY_SOCKET=/run/systemd/notify", "TRELLIS_CONFIG_LOG_LEVEL=debug",
        ])
        #expect(
            variables == [
                "PATH": "/usr/bin:/bin", "GITHUB_TOKEN": "***", "EMPTY": "***", "TRELLIS_TOKEN": "***",
                "NOTIFY_SOCKET": "/run/systemd/notify", "TRELLIS_CONFIG_LOG_LEVEL": "debug",
            ])
    }

    @Test("contains the limits of the daemon's process, and not those of another process")
    func process() async throws {
        try await DoctorMachine.with { machine in
            try machine.write("sh\n", to: "proc/77/comm")
            await #expect(throws: CommandFailure.self) { try await ProcessMember.collect(in: environment(machine)) }
            try machine.write("trellisd\n", to: "proc/77/comm")
            let text = try await ProcessMember.collect(in: environment(machine))
            #expect(text.hasPrefix("# /proc/77/limits\nMax open files "))
            machine.environment.daemon = .idle
            machine.service["MainPID"] = "0"
            await #expect(throws: CommandFailure.self) { try await ProcessMember.collect(in: environment(machine)) }
        }
    }

    @Test("is a private file with the members that the command listed")
    func writing() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await run(
                """
                umask 0; "$CTL" debug bundle b.tar.gz --timeout 60; stat -c %a b.tar.gz; ls
                tar -xzf b.tar.gz --strip-components 1
                """, daemon)
            #expect(ended.status == EX_OK, "\(ended)")
            #expect(ended.error == "")
            let lines = ended.output.split(separator: "\n").map(String.init)
            #expect(lines[0].hasPrefix("manifest.json       "))
            let end = try #require(lines.firstIndex { $0.hasPrefix("Wrote b.tar.gz (") })
            #expect(lines[end + 1] == "600")
            // The folder contains no other file.
            #expect(lines[(end + 2)...].filter { $0.hasPrefix("b.tar") } == ["b.tar.gz"])
            let names = Set(try FileManager.default.contentsOfDirectory(atPath: daemon.folder.string))
            #expect(
                names.isSuperset(of: [
                    "manifest.json", "doctor.json", "daemon.json", "plugins.json", "scopes.txt", "configuration.json",
                    "log.jsonl", "audit.json", "files.txt", "system.json",
                ]))
            // systemd and this machine have no data about the daemon of a test.
            #expect(names.isDisjoint(with: ["units.json", "process.txt", "environment.json"]))
            func text(_ name: String) throws -> String {
                try String(contentsOfFile: daemon.folder.appending(name).string, encoding: .utf8)
            }
            let manifest = try JSONValue(parsing: text("manifest.json"))
            #expect(manifest["trellisd"] == "9.9.9")
            let missing = (manifest["members"]?.arrayValue ?? []).filter { $0["missing"] != nil }
            #expect(missing.count == 3)
            #expect(try JSONValue(parsing: text("daemon.json"))["description"]?["status"] == "all is well")
            #expect(try text("scopes.txt") == "sample (open)\n└─ Sample\n")
            #expect(try text("log.jsonl").hasPrefix("{\"missed\":3}\n{\"number\":4,"))
            let audit = try JSONValue(parsing: text("audit.json"))
            #expect(audit["calls"]?.arrayValue?.first?["method"] == "io.trellis.Items.Add")
            #expect(audit["calls"]?.arrayValue?.first?["count"] == 1)
            #expect(audit["gaps"]?.arrayValue?.count == 1)
            #expect(try !text("audit.json").contains("root"))
        }
    }

    @Test("lists its members as JSON with --json")
    func json() async throws {
        try await withSampleDaemon { daemon in
            let path = daemon.folder.appending("b").string
            let ended = try await Program.run(
                ["debug", "bundle", path, "--json", "--timeout", "60"], variables: daemon.variables)
            let objects = try ended.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(objects.first?["name"] == "manifest.json")
            #expect(objects.last?["file"] == .string(path))
            #expect(objects.dropLast().allSatisfy { ($0["bytes"] != nil) != ($0["missing"] != nil) })
        }
    }

    @Test(
        "does not replace an existing file",
        arguments: ["echo kept > b; umask 0", "ln -s target b", "mkdir b", "mkfifo b"])
    func existing(preparation: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await run(
                """
                \(preparation); stat -c '%F %i %s %y' b > before
                "$CTL" debug bundle b || echo "status $?"
                stat -c '%F %i %s %y' b | diff before -; ls
                """, daemon)
            #expect(ended.output.hasPrefix("status \(EX_CANTCREAT)\nb\nbefore\n"))
            #expect(
                ended.error
                    == "trellisctl: b already exists.\nChoose another name, or remove the file.\n")
        }
    }

    @Test("does not replace a file that appears while the members are collected")
    func appearing() async throws {
        try await withSampleDaemon { daemon in
            // A member runs systemctl.
            let ended = try await run(
                """
                mkdir bin; printf '#!/bin/sh\necho other > b' > bin/systemctl; chmod +x bin/systemctl
                PATH=$DIR/bin:$PATH "$CTL" debug bundle b > list || echo "status $?"
                cat b; ls b*
                """, daemon)
            #expect(ended.output == "status \(EX_CANTCREAT)\nother\nb\n\nbin:\nsystemctl\n")
            #expect(ended.error.hasPrefix("trellisctl: b already exists.\n"))
        }
    }

    @Test("reports a folder that is not writable before it collects members", arguments: ["/nonexistent/b", "/proc/b"])
    func unwritable(path: String) async throws {
        let ended = try await Program.run(
            ["debug", "bundle", path], variables: ["TRELLIS_SOCKET": "/nonexistent/socket", "PATH": "/usr/bin:/bin"])
        #expect(ended.status == EX_CANTCREAT)
        #expect(ended.output == "")
        #expect(ended.error.hasPrefix("trellisctl: \(path) cannot be written: "))
    }

    @Test("is listed but not written with --dry-run")
    func dryRun() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await run("ls > /dev/null; \"$CTL\" debug bundle b --dry-run; ls", daemon)
            #expect(ended.status == EX_OK)
            #expect(ended.output.hasPrefix("manifest.json       "))
            #expect(!ended.output.contains("Wrote"))
            #expect(!ended.output.split(separator: "\n").contains("b"))
        }
    }

    @Test("contains the members of the client when the daemon does not run")
    func withoutDaemon() async throws {
        try await withSleepingDaemon { daemon in
            let ended = try await run("\"$CTL\" debug bundle b; tar -xzOf b --wildcards '*/manifest.json'", daemon)
            #expect(ended.status == EX_OK, "\(ended)")
            let start = try #require(ended.output.firstRange(of: "{\n"))
            let manifest = try JSONValue(parsing: String(ended.output[start.lowerBound...]))
            #expect(manifest["trellisd"] == nil)
            #expect(manifest["missing"]?.stringValue?.hasPrefix("no daemon answers at") == true)
            let collected = (manifest["members"]?.arrayValue ?? []).filter { $0["bytes"] != nil }
            #expect(collected.compactMap { $0["name"]?.stringValue } == ["doctor.json", "files.txt", "system.json"])
        }
    }

    @Test("is complete when the reader of the list closes the pipe, and absent after an interruption")
    func interruption() async throws {
        try await withSampleDaemon { daemon in
            let closed = try await run("\"$CTL\" debug bundle b | :; gzip -t b && ls", daemon)
            #expect(closed.status == EX_OK, "\(closed)")
            // A member runs systemctl. This replacement interrupts trellisctl, and then sleeps.
            let interrupted = try await run(
                """
                mkdir bin; printf '#!/bin/sh\nkill -TERM $PPID; exec sleep 3600' > bin/systemctl; chmod +x bin/systemctl
                PATH=$DIR/bin:$PATH "$CTL" debug bundle c || echo "status $?"
                ls
                """, daemon)
            #expect(interrupted.output.hasPrefix("status \(128 + SIGTERM)\nb\nbin\n"), "\(interrupted)")
        }
    }

    @Test("is not created without gzip")
    func withoutGzip() async throws {
        try await withSampleDaemon { daemon in
            let path = daemon.folder.appending("b").string
            let ended = try await Program.run(
                ["debug", "bundle", path], variables: daemon.variables.merging(["PATH": "/nonexistent"]) { $1 })
            #expect(ended.status == EX_UNAVAILABLE)
            #expect(
                ended.error
                    == "trellisctl: cannot compress the bundle: gzip is not installed.\nInstall the package gzip.\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: daemon.folder.string)
            #expect(!names.contains { $0.hasPrefix("b") })
        }
    }
}
