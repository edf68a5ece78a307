import Glibc
import HostInterface
import Testing
import Varlink

@testable import trellisctl

@Suite("The doctor", .timeLimit(.minutes(2)))
struct DoctorTests {
    private enum Throwing: Check {
        static let name = "throwing"
        static func run(in environment: DoctorEnvironment) async throws -> Finding {
            throw CommandFailure(EX_OSERR, "a system call failed")
        }
    }

    private enum Endless: Check {
        static let name = "endless"
        static func run(in environment: DoctorEnvironment) async throws -> Finding {
            try await Task.sleep(for: .seconds(3_600))
            return .ok("it ended")
        }
    }

    @Test("finds nothing on a healthy machine")
    func healthy() async throws {
        try await DoctorMachine.with { machine in
            var results: [Doctor.Result] = []
            let verdicts = try await Doctor(environment: machine.constructed).run { results.append($0) }
            #expect(verdicts.allSatisfy { $0 == .ok }, "\(results)")
            #expect(results.map(\.check) == Doctor.checks.map { $0.name })
            #expect(Set(results.map(\.check)).count == Doctor.checks.count)
            try DoctorCommand.throwSummary(of: verdicts)
        }
    }

    @Test("reports a check that throws or does not end, and runs the other checks")
    func crashed() async throws {
        try await DoctorMachine.with { machine in
            var findings: [Finding] = []
            let doctor = Doctor(limit: .milliseconds(10), environment: machine.constructed)
            let verdicts = try await doctor.run([Throwing.self, Endless.self, RoleCheck.self]) {
                findings.append($0.finding)
            }
            #expect(verdicts == [.crashed, .crashed, .ok])
            #expect(findings[0].message == "the check failed: a system call failed")
            #expect(findings[1].message.hasPrefix("the check timed out after"))
        }
    }

    @Test(
        "has an exit status and a summary for the worst verdict",
        arguments: [
            ([.ok, .notAvailable], 0, ""), ([.warning, .ok, .warning], 1, "2 warnings"),
            ([.warning, .crashed], 2, "1 crashed check, 1 warning"), ([.failure, .warning], 2, "1 failure, 1 warning"),
        ] as [([Finding.Verdict], Int32, String)])
    func summary(verdicts: [Finding.Verdict], status: Int32, sentence: String) {
        do {
            try DoctorCommand.throwSummary(of: verdicts)
            #expect(status == 0)
        } catch {
            #expect(error.exitStatus == status)
            #expect(error.sentence == sentence)
        }
    }

    @Test("prints the verdict, the name and the message, then the remedy and its commands")
    func lines() {
        let finding = Finding.failure("a \u{1B}[31mproblem", "Solve it:", commands: ["one", "two"])
        let result = Doctor.Result(check: "disk-space", finding: finding)
        #expect(
            result.lines == [
                "failure        disk-space   a \\e[31mproblem", "               Solve it:",
                "                   one", "                   two",
            ])
        #expect(
            JSONValue.object(result.json).formatted(.compact)
                == #"{"check":"disk-space","verdict":"failure","message":"a \u001b[31mproblem","remedy":"Solve it:","#
                + #""commands":["one","two"]}"#)
    }

    @Test("checks the user's own daemon without systemd")
    func ownDaemon() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["doctor", "--json", "--timeout", "60"], variables: daemon.variables)
            let results = try ended.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(results.compactMap { $0["check"]?.stringValue } == Doctor.checks.map { $0.name })
            let verdicts = Dictionary(
                uniqueKeysWithValues: results.map { ($0["check"]?.stringValue ?? "", $0["verdict"]?.stringValue) })
            for name in ["socket", "group", "rights"] { #expect(verdicts[name] == "ok") }
            for name in ["service", "directories", "credentials", "journal"] {
                #expect(verdicts[name] == "not available")
            }
        }
    }

    @Test("finds a plugin that is a problem, and exits with 2")
    func problem() async throws {
        try await withSampleDaemon { daemon in
            daemon.state.problems = [
                .init(
                    severity: .critical, plugin: "items", state: .quarantined, reason: "it ended the daemon 3 times",
                    remedy: "'trellisctl plugin release items' starts it again.")
            ]
            let ended = try await Program.run(["doctor"], variables: daemon.variables)
            #expect(ended.status == 2)
            #expect(
                ended.output.contains(
                    """
                    failure        plugins      items is quarantined: it ended the daemon 3 times
                                   'trellisctl plugin release items' starts it again.

                    """))
        }
    }

    @Test("names the missing socket of a daemon that does not run, and exits with 2")
    func absent() async throws {
        let ended = try await Program.run(["doctor"], variables: ["TRELLIS_SOCKET": "/nonexistent/socket"])
        #expect(ended.status == 2)
        #expect(ended.output.contains("\nfailure        socket       /nonexistent/socket does not exist\n"))
        #expect(ended.error.hasPrefix("trellisctl: 2 failures"))
    }
}
