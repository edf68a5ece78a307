import Foundation
import Testing
import Varlink

/// The Debian package, on systems that boot their own systemd.
@Suite(
    "The Debian package", .bootsMachine, .serialized,
    .enabled(if: DebianPackage.file != nil, "requires a package in .build/deb: use 'make deb'"),
    .timeLimit(.minutes(10))
) struct PackageTests {
    @Test("is installed, upgraded under load, removed and purged on this system")
    func installsUpgradesAndPurges() async throws {
        try await installUpgradeAndPurge(on: URL(filePath: "/"))
    }

    @Test(
        "is installed, upgraded under load, removed and purged on Debian 13",
        .enabled(if: DebianPackage.debian13 != nil, "requires .build/debian-13: use 'make test-release' as root"))
    func installsUpgradesAndPurgesOnDebian13() async throws {
        try await installUpgradeAndPurge(on: try #require(DebianPackage.debian13))
    }

    @Test("the README's commands install the package and use the daemon")
    func readme() async throws {
        let commands = try DebianPackage.commands(in: "README.md", under: "Install it")[0]
        #expect(commands.hasPrefix("sudo apt install ./trellis_"))
        try await BootedMachine.bootWithPackage { machine in
            let result = try await machine.follow(commands)
            #expect(result.output.contains("3 plugins run"))
            #expect(result.output.contains("Green tea"))
        }
    }

    @Test("has the version of the daemon, and trellis-dbgsym has the symbols of the programs")
    func versionAndSymbols() async throws {
        let package = try #require(DebianPackage.file)
        let version = try await DebianPackage.field("Version")
        let architecture = try await DebianPackage.field("Architecture")
        #expect(package.lastPathComponent == "trellis_\(version)_\(architecture).deb")
        let symbols = package.deletingLastPathComponent()
            .appending(path: "trellis-dbgsym_\(version)_\(architecture).deb")
        let files = try await Workplace.run("/usr/bin/dpkg-deb", ["--contents", symbols.path])
        for program in ["trellisd", "trellisctl"] {
            let built = Programs.checkout.appending(path: ".build/release/\(program)").path
            let id = try #require(Programs.buildID(of: built)).map { String(format: "%02x", $0) }.joined()
            #expect(files.output.contains("/usr/lib/debug/.build-id/\(id.prefix(2))/\(id.dropFirst(2)).debug"))
        }
    }

    @Test("an upgrade keeps the process if the new version rejects the configuration, and names the problem")
    func invalidConfiguration() async throws {
        try await Workplace.with { workplace in
            let package = try #require(DebianPackage.file)
            let upgrade = try await DebianPackage.copy(version: "99.0", in: workplace.folder)
            try await BootedMachine.bootWithPackage { machine in
                try await machine.copy(upgrade, to: "/root/upgrade.deb", mode: "644")
                try await machine.apt("install", "/root/\(package.lastPathComponent)")
                try await machine.allowToolchain()
                // The check needs the credential of the running process.
                try await machine.write(String(repeating: "0", count: 32), to: "/etc/trellis/tmdb.key", mode: "600")
                try await machine.write(
                    "[Service]\nLoadCredential=movies.tmdb:/etc/trellis/tmdb.key\n",
                    to: "/etc/systemd/system/trellisd.service.d/50-test.conf")
                try await machine.run("systemctl", "daemon-reload")
                let movies = "plugins: { movies: { source: tmdb } }\n"
                try await machine.configure(movies)
                // The installation has started the daemon, without the credential.
                try await machine.run("systemctl", "restart", BootedMachine.service)
                let process = try await machine.service("MainPID")

                try await machine.configure(movies + "log: { level: loud }\n")
                let kept = try await machine.attempt(["sudo", "apt-get", "install", "/root/upgrade.deb"])
                #expect(kept.status == 0)
                let text = kept.output + kept.error
                #expect(text.contains("trellisd.service was NOT restarted"), "\(text)")
                #expect(text.contains("/etc/trellis/trellis.d/50-test.yaml:2:"), "\(text)")
                #expect(text.contains("    systemctl restart trellisd.service"), "\(text)")
                #expect(try await machine.service("MainPID", "ActiveState") == process + ["active"])
                #expect(try await machine.run("dpkg-query", "-W", "-f", "${Version}", "trellis").output == "99.0")
                let entries = try await machine.run("journalctl", "--identifier=trellis", "--output=cat", "--no-pager")
                #expect(entries.output.contains("trellisd.service was not restarted"), "\(entries)")

                try await machine.configure(movies)
                try await machine.apt("install", "--reinstall", "/root/upgrade.deb")
                #expect(try await machine.service("ActiveState") == ["active"])
                #expect(try await machine.service("MainPID") != process)
            }
        }
    }

    private func installUpgradeAndPurge(on system: URL) async throws {
        try await Workplace.with { workplace in
            let package = try #require(DebianPackage.file)
            let upgrade = try await DebianPackage.copy(version: "99.0", in: workplace.folder)
            try await BootedMachine.bootWithPackage(system) { machine in
                try await machine.copy(upgrade, to: "/root/upgrade.deb", mode: "644")
                try await machine.apt("install", "/root/\(package.lastPathComponent)")
                try await expectInstalled(on: machine)
                let backup = try DebianPackage.commands(in: "docs/policies.md", under: "Upgrade")[0]
                try await machine.follow(backup)
                try await upgradeUnderLoad(machine)
                let downgrade = try DebianPackage.commands(in: "docs/policies.md", under: "Downgrade")[0]
                try await machine.follow(
                    downgrade.replacing("./trellis_OLD.deb", with: "./\(package.lastPathComponent)"))
                try await expectDowngraded(machine)
                try await machine.apt("remove", "trellis")
                try await expectRemoved(from: machine)
                try await machine.apt("purge", "trellis")
                try await expectPurged(from: machine)
            }
        }
    }

    /// Expects that the daemon runs, starts at the next boot, and is started by the first call after a stop.
    private func expectInstalled(on machine: BootedMachine) async throws {
        let enabled = try await machine.attempt(
            ["systemctl", "is-enabled", BootedMachine.socket, BootedMachine.service])
        #expect(enabled.output == "enabled\nenabled\n")
        #expect(try await machine.service("ActiveState") == ["active"])
        try await machine.run("systemctl", "stop", BootedMachine.service)
        let status = try JSONValue(parsing: try await machine.run("trellisctl", "status", "--json").output)
        #expect(status["version"]?.stringValue == (try await DebianPackage.field("Version")))
        #expect(try await machine.service("ActiveState") == ["active"])
        try await machine.run("trellisctl", "items", "add", "before the backup", "1")
        let conffiles = try await machine.run("dpkg-query", "--show", "--showformat", "${Conffiles}", "trellis")
        #expect(conffiles.output.contains(" /etc/trellis/trellis.yaml "))
    }

    /// Upgrades the package while clients add items over a new connection for each item.
    ///
    /// Expects that every acknowledged item exists, that the socket stayed open, and that a watch resumes.
    private func upgradeUnderLoad(_ machine: BootedMachine) async throws {
        try await machine.configure("control: { timeoutStop: 4s }\n")
        try await machine.run("trellisctl", "status")
        let socket = try await machine.run("stat", "-c", "%i", "/run/trellis/io.trellis").output
        let process = try await machine.service("MainPID")

        // Each client prints the titles of its acknowledged items.
        let load = """
            i=0
            until [ -e /run/enough ]; do
                i=$((i + 1))
                if trellisctl items add "$0-$i" 1 > /dev/null; then echo "$0-$i"; fi
                echo "$i" > "/run/client-$0"
            done
            """
        let watch = "trellisctl items watch --json --follow | sed '/after the upgrade/q' | tail -n 1"
        let (answers, watched) = try await withThrowingTaskGroup(of: [CommandResult].self) { group in
            group.addTask { [try await machine.attempt(["sh", "-c", watch])] }
            for client in 1...4 {
                group.addTask { [try await machine.attempt(["sh", "-c", load, String(client)])] }
            }
            group.addTask {
                try await machine.run(
                    "sh", "-c", "until [ $(cat /run/client-* 2>/dev/null | wc -l) -eq 4 ]; do sleep 0.05; done")
                try await machine.apt("install", "/root/upgrade.deb")
                try await machine.run("trellisctl", "items", "add", "after the upgrade", "1")
                try await machine.run("touch", "/run/enough")
                return []
            }
            var results: [CommandResult] = []
            for try await result in group { results += result }
            return (results.filter { !$0.output.hasPrefix("{") }, results.filter { $0.output.hasPrefix("{") })
        }
        #expect(answers.count == 4 && watched.count == 1)
        #expect(watched.first?.output.contains("after the upgrade") == true)

        // Only calls that the stopping daemon does not accept may fail. The socket is never closed.
        let failures = answers.flatMap { $0.error.split(separator: "\n").map(String.init) }.filter {
            !$0.contains("ShuttingDown") && !$0.contains("closed the connection")
                && !$0.hasPrefix("'trellisctl doctor'")
        }
        #expect(failures == [])
        let list = try await machine.run("trellisctl", "items", "list", "--json").output
        let added = Set(answers.flatMap { $0.output.split(separator: "\n").map(String.init) })
        #expect(added.count > 4)
        #expect(added.filter { !list.contains("\"title\":\"\($0)\"") } == [])

        #expect(try await machine.run("dpkg-query", "-W", "-f", "${Version}", "trellis").output == "99.0")
        #expect(try await machine.service("MainPID") != process)
        #expect(try await machine.run("stat", "-c", "%i", "/run/trellis/io.trellis").output == socket)
        #expect(try await machine.attempt(["systemctl", "is-enabled", BootedMachine.service]).output == "enabled\n")
        // The upgrade replaces trellis.yaml without a question, because the site's settings are in trellis.d.
        #expect(try await machine.run("tail", "-n", "1", "/etc/trellis/trellis.yaml").output == "# Version 99.0\n")
    }

    /// Expects the older version, and the state from the backup.
    private func expectDowngraded(_ machine: BootedMachine) async throws {
        let version = try await DebianPackage.field("Version")
        #expect(try await machine.run("dpkg-query", "-W", "-f", "${Version}", "trellis").output == version)
        #expect(try await machine.run("trellisctl", "items", "list", "--json").output.contains("before the backup"))
        #expect(try await !machine.run("trellisctl", "items", "list", "--json").output.contains("after the upgrade"))
    }

    /// Expects that the programs and units are removed, and that the configuration and the state are kept.
    private func expectRemoved(from machine: BootedMachine) async throws {
        try await machine.run(
            "sh", "-ec",
            """
            for gone in /usr/bin/trellisd /usr/bin/trellisctl /lib/systemd/system/trellisd.service /run/trellis; do
                [ ! -e "$gone" ] || { echo "$gone exists"; exit 1; }
            done
            [ -e /etc/trellis/trellis.yaml ] && [ -e /var/lib/trellis/items/items.sqlite ]
            ! systemctl is-active trellisd.service && ! systemctl is-active trellisd.socket && ! pgrep trellisd
            """)
    }

    /// Expects that the configuration, the state and the cache are removed, and the site's files and the user remain.
    private func expectPurged(from machine: BootedMachine) async throws {
        try await machine.run(
            "sh", "-ec",
            """
            for gone in /etc/trellis/trellis.yaml /var/lib/trellis /var/cache/trellis; do
                [ ! -e "$gone" ] || { echo "$gone exists"; exit 1; }
            done
            [ -e /etc/trellis/trellis.d/50-test.yaml ]
            getent passwd trellis
            links=$(find /etc/systemd -name 'trellisd*')
            [ -z "$links" ] || { echo "left: $links"; exit 1; }
            """)
    }
}
