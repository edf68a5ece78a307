import Foundation
import Testing
import Varlink

/// Failures of the daemon as a service of a real systemd.
@Suite("Failures of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct ServiceFailureTests {
    @Test("a killed daemon restarts without losing data")
    func aKilledDaemonRestartsWithoutLosingData() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            // The script records the acknowledged items, while the daemon is killed twice.
            for range in [1...19, 20...39, 40...60] {
                try await machine.run(
                    "sh", "-c",
                    """
                    for number in $(seq \(range.lowerBound) \(range.upperBound)); do
                        case $number in 20|40) systemctl kill --kill-who=main --signal=KILL trellisd.service & ;; esac
                        trellisctl items add "tea $number" 1 --json >> /root/answered 2>> /root/refused || true
                    done
                    wait
                    """)
            }
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "active"))
            #expect(try await machine.service("NRestarts") == ["2"])
            let answered = try await machine.run("cat", "/root/answered").output.split(separator: "\n")
            #expect(answered.count >= 50)
            let kept = Set(
                try await machine.run("trellisctl", "items", "list", "--json").output.split(separator: "\n"))
            #expect(answered.filter { !kept.contains($0) } == [])
            let entries = try await machine.journal(of: BootedMachine.service)
            #expect(entries.filter { $0["MESSAGE"] == "ready" }.count == 3)
        }
    }

    @Test("a client that connects after kill -9 is never refused, and its call is answered when the daemon runs again")
    func killedDaemonRefusesNoConnection() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let socket = "/proc/\(machine.leader)/root/run/trellis/io.trellis"
            let rounds = 5
            for round in 1...rounds {
                let connected = try RawConnection(to: socket)
                try await connected.send(message: #"{"method":"org.varlink.service.GetInfo"}"#)
                #expect(try await connected.receive()?.contains("\"vendor\"") == true)
                let process = try await machine.service("MainPID")
                try await machine.run("systemctl", "kill", "--kill-who=main", "--signal=KILL", BootedMachine.service)
                // The kernel closes the connection when it has ended the process.
                #expect(try await connected.receive() == nil)

                // The initializer throws an error if the connection is refused.
                let clients = try (1...8).map { _ in try RawConnection(to: socket) }
                for (number, client) in clients.enumerated() {
                    try await client.send(
                        message: """
                            {"method":"io.trellis.Items.Add","parameters":{"title":"round \(round) \(number)","count":1}}
                            """)
                }
                for client in clients {
                    let reply = try await client.receive()
                    #expect(
                        reply?.contains("\"round \(round) ") == true && reply?.contains("error") == false,
                        "\(reply ?? "the connection was closed")")
                }
                #expect(try await machine.service("MainPID") != process)
            }
            #expect(try await machine.service("ActiveState", "NRestarts") == ["active", "\(rounds)"])
            let list = try await machine.run("trellisctl", "items", "list", "--json").output
            #expect(list.split(separator: "\n").count == 8 * rounds)
        }
    }

    @Test("trellisctl --follow resumes after kill -9, and a command that starts before the restart succeeds")
    func streamResumesAfterKill() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("trellisctl", "items", "add", "Tea", "1")
            let watch = try await machine.run(
                "bash", "-c",
                """
                set -e
                exec 3< <(exec trellisctl items watch --follow --json 2> /root/errors)
                watch=$!
                until_line() { while read -r line <&3; do case $line in *"$1"*) echo "${line%%,*}"; return ;; esac; done; }
                until_line '"present"'
                until_line '"ready"'
                for title in Rice Salt; do
                    process=$(systemctl show --property MainPID --value trellisd.service)
                    systemctl kill --kill-who=main --signal=KILL trellisd.service
                    while [ -d "/proc/$process" ]; do :; done
                    trellisctl items add "$title" 1 > /root/added
                    until_line '"added"'
                done
                kill "$watch"
                cat /root/errors >&2
                """)
            let added = #"{"event":"added""# + "\n"
            #expect(watch.output == #"{"event":"present""# + "\n" + #"{"event":"ready""# + "\n" + added + added)
            let list = try await machine.run("trellisctl", "items", "list", "--json").output.split(separator: "\n")
            // Each connection but the first one begins after the last item that was reported before.
            let resumed = try list.prefix(2).map { line in
                let revision = try #require(try JSONValue(parsing: String(line))["item"]?["revision"])
                return "trellisctl: connected again; the stream continues after revision \(revision)"
            }
            let reports = watch.error.split(separator: "\n").map(String.init)
            #expect(reports.filter { $0.contains("connected again") } == resumed, "\(watch.error)")
            #expect(try await machine.service("NRestarts") == ["2"])
        }
    }

    @Test("trellisctl events --follow reports a gap after kill -9, and continues with the events of the next process")
    func eventsContinueAfterKill() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let followed = try await machine.run(
                "bash", "-c",
                """
                set -e
                exec 3< <(exec trellisctl events --follow --plugin items 2> /root/errors)
                events=$!
                until_line() {
                    while read -r time number text <&3; do
                        echo "$number $text"
                        case $text in *"$1"*) return ;; esac
                    done
                }
                until_line '-> running'
                for round in 1 2; do
                    process=$(systemctl show --property MainPID --value trellisd.service)
                    systemctl kill --kill-who=main --signal=KILL trellisd.service
                    while [ -d "/proc/$process" ]; do :; done
                    until_line '-> running'
                done
                kill "$events"
                cat /root/errors >&2
                """)
            let lines = followed.output.split(separator: "\n").map(String.init)
            let gap = "0 (the daemon has restarted; events of its previous run may be missing)"
            let runs = lines.split(separator: gap, omittingEmptySubsequences: false).map { run in
                run.map { $0.split(separator: " ", maxSplits: 1) }
            }
            #expect(runs.count == 3, "\(lines)")
            for run in runs {
                // No event is repeated or missing. The numbers depend on the other plugins, which start concurrently.
                #expect(run.map(\.last) == runs[0].map(\.last) && run.count == 2, "\(lines)")
                let numbers = run.compactMap { $0.first.flatMap { Int($0) } }
                #expect(numbers == numbers.sorted() && Set(numbers).count == 2, "\(lines)")
            }
            let reports = followed.error.split(separator: "\n").map(String.init)
            let connected = "trellisctl: connected again; the stream of events is that of the restarted daemon"
            #expect(reports.filter { $0.contains("connected again") } == [connected, connected], "\(reports)")
            #expect(reports.filter { $0.hasSuffix("; reconnecting") }.count == 2, "\(reports)")
            #expect(try await machine.service("NRestarts") == ["2"])
        }
    }

    @Test("the watchdog restarts a daemon that hangs")
    func theWatchdogRestartsADaemonThatHangs() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.write(
                "[Service]\nWatchdogSec=10s\n", to: "/etc/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            let added = try await machine.run("trellisctl", "items", "add", "Green tea", "3", "--json")
            let process = try await machine.service("MainPID")

            // The daemon runs for longer than the timeout of the watchdog, because it notifies the watchdog.
            let isFed = try await machine.wait(for: "WatchdogTimestampMonotonic", of: BootedMachine.service) { fed in
                let start = try await machine.service("ActiveEnterTimestampMonotonic")[0]
                guard let fed = Int(fed), let start = Int(start) else { return false }
                return fed > start + 11_000_000
            }
            #expect(isFed)
            #expect(try await machine.service("ActiveState", "NRestarts") == ["active", "0"])
            #expect(try await machine.service("MainPID") == process)

            try await machine.run("systemctl", "kill", "--kill-who=main", "--signal=STOP", BootedMachine.service)
            #expect(try await machine.wait(for: "NRestarts", of: BootedMachine.service, toBe: "1"))
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "active"))
            #expect(try await machine.service("MainPID") != process)
            let messages = try await machine.journal(of: BootedMachine.service).compactMap { $0["MESSAGE"] }
            #expect(messages.contains("trellisd.service: Watchdog timeout (limit 10s)!"), "\(messages)")
            #expect(messages.contains("trellisd.service: Failed with result 'watchdog'."), "\(messages)")
            #expect(try await machine.run("trellisctl", "items", "list", "--json").output == added.output)
        }
    }

    @Test("a configuration error appears in the status and causes no restart")
    func aConfigurationErrorAppearsInTheStatusAndCausesNoRestart() async throws {
        try await BootedMachine.bootWithTrellis(configuration: "plugins:\n  items:\n    stor: memory\n") { machine in
            let start = try await machine.attempt(["systemctl", "start", BootedMachine.service])
            #expect(start.status == 1)
            #expect(
                try await machine.service("ActiveState", "Result", "ExecMainStatus", "NRestarts")
                    == ["failed", "exit-code", "78", "0"])
            let sentence = """
                /etc/trellis/trellis.d/50-test.yaml:3:5: plugins.items.stor: unknown key, \
                which the plugin items does not read \
                (did you mean 'store'?)
                """
            #expect(try await machine.service("StatusText") == [sentence])
            // The status 3 means that the unit is not active (systemctl(1), "Exit status").
            let status = try await machine.attempt([
                "systemctl", "status", "--no-pager", "--full", BootedMachine.service,
            ])
            #expect(status.status == 3)
            #expect(status.output.contains("status=78/CONFIG"))
            #expect(status.output.contains(sentence))
            let isLogged = try await machine.waitForEntry(of: BootedMachine.service, "PRIORITY=3") {
                $0["MESSAGE"] == sentence && $0["SYSLOG_IDENTIFIER"] == "trellisd"
            }
            #expect(isLogged)
        }
    }

    @Test("only root and the members of the group can connect")
    func onlyRootAndTheMembersOfTheGroupCanConnect() async throws {
        try await BootedMachine.bootWithTrellis { machine in
            try await machine.run("useradd", "--groups", "trellis", "insider")
            try await machine.run("useradd", "outsider")
            let refused = try await machine.attempt(["runuser", "-u", "outsider", "--", "trellisctl", "items", "list"])
            let sentence = """
                trellisctl: you may not connect to the daemon at unix:/run/trellis/io.trellis.
                Root and the members of a group may connect: 'trellisctl doctor' names the group, and the command that adds you to it.

                """
            #expect(refused == CommandResult(status: 77, output: "", error: sentence))
            // The rejected connection did not start the daemon.
            #expect(try await machine.service("ActiveState") == ["inactive"])
            let added = try await machine.run(
                "runuser", "-u", "insider", "--", "trellisctl", "items", "add", "Tea", "1")
            #expect(added.output.contains("Tea"))
        }
    }
}
