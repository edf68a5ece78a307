import Foundation
import Testing
import Varlink

/// The daemon as a service of a real systemd: start, operation and stop.
@Suite("The lifecycle of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct ServiceLifeTests {
    @Test("the first connection starts the daemon")
    func theFirstConnectionStartsTheDaemon() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            #expect(try await machine.run("systemctl", "is-enabled", BootedMachine.socket).output == "enabled\n")
            let isEnabled = try await machine.attempt(["systemctl", "is-enabled", BootedMachine.service])
            // It also starts at boot.
            #expect(isEnabled.output == "enabled\n")
            let registered = try await machine.run(
                "readlink", "/run/varlink/registry/io.trellis.Host", "/run/varlink/registry/io.trellis.Items")
            #expect(registered.output == "/run/trellis/io.trellis\n/run/trellis/io.trellis\n")
            let socket = try await machine.run("stat", "-c", "%F %U %G %a", "/run/trellis/io.trellis")
            #expect(socket.output == "socket root trellis 660\n")
            #expect(try await machine.service("ActiveState", "NRestarts") == ["inactive", "0"])

            let added = try await machine.run("trellisctl", "items", "add", "Green tea", "3")
            #expect(added.output.contains("Green tea"))
            #expect(try await machine.service("ActiveState", "SubState") == ["active", "running"])
            #expect(try await machine.service("StatusText") == ["3 plugins run"])
            #expect(try await machine.service("WatchdogUSec") == ["3min"])
            let status = try await machine.run("systemctl", "status", "--no-pager", BootedMachine.service)
            #expect(status.output.contains("     Status: \"3 plugins run\"\n"))
            let process = try await machine.service("MainPID")[0]
            #expect(try await machine.run("stat", "-c", "%U %G", "/proc/\(process)").output == "trellis trellis\n")
            // chrt(1) prints the scheduling policy and the priority of each thread.
            let scheduling = try await machine.run("chrt", "--all-tasks", "--pid", process).output
                .split(separator: "\n").filter { $0.contains("policy") }
            #expect(!scheduling.isEmpty && scheduling.allSatisfy { $0.hasSuffix(" SCHED_BATCH") })
            let state = try await machine.run(
                "stat", "-c", "%U %a", "/var/lib/trellis", "/var/lib/trellis/items/items.sqlite")
            #expect(state.output == "trellis 750\ntrellis 600\n")
        }
    }

    @Test("the timer's service writes a backup that only root can read")
    func backup() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "items", "add", "Green tea", "3")
            try await machine.run("systemctl", "start", "trellis-backup.service")
            let listed = try await machine.run(
                "sh", "-c", "stat -c '%a %U' /var/backups/trellis && tar -tf /var/backups/trellis/trellis-*Z.tar")
            #expect(listed.output.hasPrefix("700 root\nmanifest.json\n"), "\(listed.output)")
            #expect(listed.output.contains("items/items.sqlite\n"))
            let enabled = try await machine.attempt(["systemctl", "is-enabled", "trellis-backup.timer"])
            #expect(enabled.output == "disabled\n")
        }
    }

    @Test("a stop is clean, and the socket starts the daemon again")
    func aStopIsClean() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            let added = try await machine.run("trellisctl", "items", "add", "Green tea", "3", "--json").output
            let revision = try #require(try JSONValue(parsing: added)["item"]?["revision"]?.integerValue)
            // A connected client does not delay the stop, and receives an error.
            let watch = try await machine.run(
                "bash", "-c",
                """
                exec 3< <(trellisctl items watch --json; echo "status $?")
                read -r present <&3 && read -r ready <&3 && echo "$ready"
                systemctl stop trellisd.service
                read -r status <&3 && echo "$status"
                """)
            #expect(watch.output == "{\"event\":\"ready\",\"revision\":\(revision)}\nstatus 75\n")
            #expect(
                try await machine.service("ActiveState", "Result", "ExecMainCode", "ExecMainStatus")
                    == ["inactive", "success", "1", "0"])
            let entries = try await machine.journal(of: BootedMachine.service)
            #expect(entries.contains { $0["MESSAGE"] == "stopped" })
            #expect(try await machine.run("ls", "/run").output.contains("trellisd\n") == false)

            // The socket belongs to a separate unit, so it remains open.
            #expect(try await machine.properties(of: BootedMachine.socket, "SubState") == ["SubState": "listening"])
            let list = try await machine.run("trellisctl", "items", "list")
            #expect(list.output.contains("Green tea"))
            #expect(try await machine.service("ActiveState", "NRestarts") == ["active", "0"])
        }
    }

    @Test("the unit becomes active when the daemon is ready")
    func theUnitBecomesActiveWhenTheDaemonIsReady() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.holdUpItems()
            // The connection starts the daemon, and the call returns when the daemon is ready.
            async let list = machine.run("trellisctl", "items", "list", "--json")
            #expect(
                try await machine.wait(
                    for: "StatusText", of: BootedMachine.service, toBe: "starting: 2 of 3 plugins run"))
            #expect(try await machine.service("ActiveState", "SubState") == ["activating", "start"])
            #expect(try await machine.journal(of: BootedMachine.service, "MESSAGE=ready").isEmpty)
            try await machine.letItemsGoOn()
            #expect(try await list.output == "{}\n")
            #expect(try await machine.service("ActiveState", "StatusText") == ["active", "3 plugins run"])
            #expect(try await machine.journal(of: BootedMachine.service, "MESSAGE=ready").count == 1)
        }
    }

    @Test("a stop during the start is clean")
    func aStopDuringTheStartIsClean() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.holdUpItems()
            try await machine.run("systemctl", "start", "--no-block", BootedMachine.service)
            #expect(
                try await machine.wait(
                    for: "StatusText", of: BootedMachine.service, toBe: "starting: 2 of 3 plugins run"))
            try await machine.run("systemctl", "stop", "--no-block", BootedMachine.service)
            #expect(try await machine.wait(for: "SubState", of: BootedMachine.service, toBe: "stop-sigterm"))
            try await machine.letItemsGoOn()
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "inactive"))
            #expect(try await machine.service("Result", "ExecMainStatus") == ["success", "0"])
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == "{}\n")
        }
    }

    @Test("journal entries have the documented fields")
    func theJournalContainsTheFieldsOfEntries() async throws {
        try await BootedMachine.bootWithTrellis(configuration: "log: { level: debug }\n") { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            // The entry is written after systemd is notified.
            #expect(try await machine.waitForEntry(of: BootedMachine.service) { $0["MESSAGE"] == "ready" })
            let entries = try await machine.journal(of: BootedMachine.service, "SYSLOG_IDENTIFIER=trellisd")
            let ready = try #require(entries.first { $0["MESSAGE"] == "ready" })
            #expect(ready["PRIORITY"] == "5")
            #expect(ready["LOGGER"] == "trellis")
            #expect(ready["CODE_FILE"] == "TrellisHost/Daemon.swift")
            #expect(ready["CODE_LINE"].flatMap { Int($0) } != nil)
            #expect(ready["CODE_FUNC"]?.hasPrefix("serve(") == true)
            #expect(ready["TRELLIS_SOCKET"] == "/run/trellis/io.trellis")
            #expect(ready["TRELLIS_PLUGINS"] == "3 plugins run")
            #expect(ready["_TRANSPORT"] == "journal")
            // Plugins that do not need each other start concurrently, in any order.
            let running = try #require(
                entries.first { $0["MESSAGE"] == "the plugin items is running" && $0["TRELLIS_PLUGIN"] == "items" })
            #expect(running["PRIORITY"] == "7")
            #expect(running["LOGGER"] == "trellis.items")
            // Neither the daemon nor a library such as libdispatch writes to standard error.
            #expect(entries.filter { $0["_TRANSPORT"] == "stdout" }.compactMap { $0["MESSAGE"] } == [])
        }
    }
}
