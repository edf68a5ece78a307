import Glibc
import HostInterface
import Testing
import Varlink

@testable import trellisctl

@Suite("Audit records", .timeLimit(.minutes(2)))
struct AuditRecordTests {
    /// An entry as `journalctl --output=json` prints it.
    static func entry(
        method: String = "io.trellis.Items.Add", user: Int = 0, outcome: String = "done", microseconds: Int? = 1_250
    ) throws -> JSONObject {
        let duration = microseconds.map { #","TRELLIS_MICROSECONDS":"\#($0)""# } ?? ""
        let text = #"""
            {"MESSAGE":"io.trellis.Items.Add by user 0, process 71: done","MESSAGE_ID":"86bb3b8c0cd74b88b86e8ccee378e73e",\#
            "PRIORITY":"5","SYSLOG_IDENTIFIER":"trellisd","_SYSTEMD_UNIT":"trellisd.service","_BOOT_ID":null,\#
            "__REALTIME_TIMESTAMP":"1795420000123456","__CURSOR":"s=1;i=2","TRELLIS_METHOD":"\#(method)",\#
            "TRELLIS_UID":"\#(user)","TRELLIS_GID":"0","TRELLIS_PID":"71","TRELLIS_ROLE":"operate",\#
            "TRELLIS_UNIT":["session-3.scope","other"],"TRELLIS_OUTCOME":"\#(outcome)"\#(duration)}
            """#
        return try #require(try JSONValue(parsing: text).objectValue)
    }

    private func record(_ entry: JSONObject) throws -> AuditRecord { try #require(AuditRecord(entry: entry)) }

    @Test("are read from entries of the journal")
    func reading() throws {
        let record = try record(try Self.entry())
        #expect(record.time == 1_795_420_000_123_456)
        #expect(record.outcome == "done")
        #expect(
            JSONValue.object(record.json).formatted(.compact) == """
                {"time":"2026-11-23T07:46:40.123456Z","uid":0,"user":"root","gid":0,"pid":71,"unit":"session-3.scope",\
                "method":"io.trellis.Items.Add","role":"operate","outcome":"done","microseconds":1250}
                """)
        let refused = try self.record(try Self.entry(user: 4_000_000_000, outcome: "refused", microseconds: nil))
        #expect(refused.json["user"] == nil)
        #expect(refused.json["uid"] == 4_000_000_000)
        #expect(refused.json["microseconds"] == nil)
    }

    @Test(
        "are not read from other entries of the journal",
        arguments: ["__REALTIME_TIMESTAMP", "TRELLIS_METHOD", "TRELLIS_UID", "TRELLIS_OUTCOME"])
    func incomplete(field: String) throws {
        var entry = try Self.entry()
        entry[field] = nil
        #expect(AuditRecord(entry: entry) == nil)
        entry[field] = .null
        #expect(AuditRecord(entry: entry) == nil)
    }

    @Test("may have fields that the journal returns as bytes")
    func bytes() throws {
        var entry = try Self.entry()
        entry["TRELLIS_UNIT"] = .array("a\u{1B}b".utf8.map { .integer(Int64($0)) })
        let row = try record(entry).row(isLocalTime: false)
        #expect(AuditRecord.columns.cells(of: row)?[2] == "a\\eb")
    }

    @Test("are shown as rows of a table")
    func row() throws {
        let error = try record(
            try Self.entry(user: 4_000_000_000, outcome: "io.trellis.Items.NoSuchItem", microseconds: 83))
        #expect(
            AuditRecord.columns.cells(of: error.row(isLocalTime: false)) == [
                "2026-11-23T07:46:40.123456Z", "4000000000", "session-3.scope", "io.trellis.Items.Add", "NoSuchItem",
                "83 µs",
            ])
        let failure = try record(try Self.entry(outcome: "io.trellis.Host.Failure"))
        #expect(failure.row(isLocalTime: false)["outcome"] == "io.trellis.Host.Failure")
    }

    @Test("show the number of rejected calls for which they stand")
    func count() throws {
        var entry = try Self.entry(outcome: "refused", microseconds: nil)
        entry["TRELLIS_COUNT"] = "4990"
        let record = try record(entry)
        #expect(record.row(isLocalTime: false)["outcome"] == "refused (4990 calls)")
        #expect(record.json["count"] == 4_990)
        let reply = HostContract.AuditRecord(
            sequence: 7, time: "2026-11-23T07:46:40.123456Z", uid: 0, gid: 0, pid: 71, plugin: "items",
            method: "io.trellis.Items.Add", role: "operate", outcome: "refused", count: 12)
        #expect(AuditRecord(reply: reply)?.json["count"] == 12)
    }

    @Test(
        "show the duration of a call as text",
        arguments: [
            (0, "0 µs"), (999, "999 µs"), (1_000, "1.0 ms"), (12_349, "12.3 ms"), (999_949, "999.9 ms"),
            (999_950, "1.0 s"),
            (4_250_000, "4.3 s"), (61_000_000, "61.0 s"), (.max, "9223372036854.8 s"),
            (.min, "-9223372036854775808 µs"),
        ] as [(Int64, String)])
    func spans(microseconds: Int64, text: String) {
        #expect(DurationText.measured(microseconds: microseconds) == text)
    }

    @Test("are selected by user, method and outcome")
    func filtering() throws {
        let done = try record(try Self.entry(user: 7))
        let refused = try record(try Self.entry(method: "io.trellis.Host.Stop", outcome: "refused", microseconds: nil))
        func matched(_ change: (inout AuditFilter) -> Void) -> [Bool] {
            var query = AuditQuery()
            change(&query.filter)
            return [query.matches(done), query.matches(refused)]
        }
        #expect(matched { _ in } == [true, true])
        #expect(matched { $0.failed = true } == [false, true])
        #expect(matched { $0.user = 7 } == [true, false])
        #expect(matched { $0.outcome = "refused" } == [false, true])
        for method in ["io.trellis.Items.Add", "Add", "Items.Add", "io.trellis.Items"] {
            #expect(matched { $0.method = method } == [true, false])
        }
        #expect(matched { $0.method = "dd" } == [false, false])
        #expect(matched { $0.method = "io.trellis.Item" } == [false, false])
    }

    @Test("are selected by the trusted fields of the journal")
    func arguments() {
        let query = AuditQuery(since: "-1h", until: "now")
        let message = "MESSAGE_ID=86bb3b8c0cd74b88b86e8ccee378e73e"
        #expect(
            query.arguments(["--reverse"]) == [
                "--output=json", "--no-pager", "--all", "--reverse", "--since=-1h", "--until=now", message,
                "_SYSTEMD_UNIT=trellisd.service", "+", message, "_SYSTEMD_USER_UNIT=trellisd.service",
                "_UID=\(geteuid())",
            ])
    }
}

@Suite("trellisctl audit", .timeLimit(.minutes(2)))
struct AuditCommandTests {
    @Test("shows the records of the daemon, and the gaps between records")
    func daemon() async throws {
        try await withSampleDaemon { daemon in
            let shown = try await Program.run(["audit"], variables: daemon.variables)
            #expect(shown.status == 0, "\(shown.error)")
            let lines = shown.output.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.dropFirst().first?.contains("  io.trellis.Items.Add ") == true)
            #expect(lines.last?.contains("(3 records are missing: not written in time)  lost") == true)
            let json = try await Program.run(
                ["audit", "--json", "--method", "Delete", "--outcome", "NoSuchItem"], variables: daemon.variables)
            let expected = """
                {"sequence":7,"time":"2026-11-23T07:46:40.123456Z","uid":0,"user":"root","gid":0,"pid":71,\
                "plugin":"items","method":"Delete","role":"operate","outcome":"NoSuchItem","microseconds":1250}
                {"gap":{"reason":"lost","count":3,"after":"2026-11-23T07:46:40.123456Z",\
                "before":"2026-11-23T07:46:41.000000Z"}}

                """
            #expect(json.output == expected)
        }
    }

    @Test("reports that the role administer is required")
    func role() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["audit", "--user", "0"], variables: daemon.variables)
            #expect(ended.status == EX_NOPERM)
            #expect(ended.error.contains("the call requires the role 'administer'"))
        }
    }

    @Test(
        "accepts times in the formats of systemd.time(7) and RFC 3339",
        arguments: [
            ("@12", "1970-01-01T00:00:12.000000Z"), ("2026-01-31 11:00:00.25 UTC", "2026-01-31T11:00:00.250000Z"),
            ("2026-01-31T11:00:00+02:00", "2026-01-31T09:00:00.000000Z"),
        ])
    func times(text: String, expected: String) async throws {
        #expect(try await TimeArgument.parse(text, option: "since") == expected)
    }

    @Test("rejects a time beyond the range of integers, which systemd-analyze accepts")
    func largeTime() {
        let output = "  Original form: @9223372036855\n   UNIX seconds: @9223372036855"
        #expect(TimeArgument.microseconds(in: output) == nil)
        #expect(TimeArgument.microseconds(in: "   UNIX seconds: @9223372036854.775807") == .max)
        #expect(TimeArgument.microseconds(in: "   UNIX seconds: @9223372036854.775808") == nil)
    }

    @Test("rejects an invalid time")
    func invalidTime() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["audit", "--since", "whenever"], variables: daemon.variables)
            #expect(ended.status == EX_USAGE)
            #expect(
                ended.error.hasPrefix(
                    "trellisctl: invalid value for --since: expected a time as in systemd.time(7), got 'whenever'"))
        }
    }

    @Test("fails without journalctl")
    func missing() async throws {
        let ended = try await Program.run(
            ["audit"], variables: ["TRELLIS_SOCKET": "/nonexistent/socket", "PATH": "/nonexistent"])
        #expect(ended.status == EX_UNAVAILABLE)
        #expect(
            ended.error.hasPrefix(
                "trellisctl: journalctl, which reads the audit records from systemd's journal, is not installed.\n"))
        #expect(ended.output == "")
    }

    @Test(
        "rejects invalid options",
        arguments: [
            (
                ["--user", "nobody-of-this-name"], EX_NOUSER,
                "trellisctl: unknown user 'nobody-of-this-name'"
            ),
            (["--lines", "-1"], EX_USAGE, "trellisctl: "),
            (["--follow", "--until", "now"], EX_USAGE, "trellisctl: --follow and --until exclude each other"),
        ] as [([String], CInt, String)])
    func refusing(words: [String], status: CInt, error: String) async throws {
        let ended = try await Program.run(
            ["audit"] + words, variables: ["TRELLIS_SOCKET": "/nonexistent/socket", "PATH": "/usr/bin:/bin"])
        #expect(ended.status == status)
        #expect(ended.error.hasPrefix(error))
    }
}
