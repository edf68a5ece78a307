import Glibc
import Testing
import Varlink

@testable import trellisctl

@Suite("Audit records")
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
        #expect(record.isDone)
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
        "are not read from other entries",
        arguments: ["__REALTIME_TIMESTAMP", "TRELLIS_METHOD", "TRELLIS_UID", "TRELLIS_OUTCOME"])
    func incomplete(field: String) throws {
        var entry = try Self.entry()
        entry[field] = nil
        #expect(AuditRecord(entry: entry) == nil)
        entry[field] = .null
        #expect(AuditRecord(entry: entry) == nil)
    }

    @Test("may have fields of bytes")
    func bytes() throws {
        var entry = try Self.entry()
        entry["TRELLIS_UNIT"] = .array("a\u{1B}b".utf8.map { .integer(Int64($0)) })
        let row = try record(entry).row(isLocalTime: false)
        #expect(AuditRecord.columns.cells(of: row)?[2] == "a\\eb")
    }

    @Test("are rows of a table")
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

    @Test(
        "have a duration as text",
        arguments: [
            (0, "0 µs"), (999, "999 µs"), (1_000, "1.0 ms"), (12_349, "12.3 ms"), (999_949, "999.9 ms"),
            (999_950, "1.0 s"),
            (4_250_000, "4.3 s"), (61_000_000, "61.0 s"),
        ] as [(Int64, String)])
    func spans(microseconds: Int64, text: String) {
        #expect(AuditRecord.text(ofMicroseconds: microseconds) == text)
    }

    @Test("are selected by user, method and outcome")
    func filtering() throws {
        let done = try record(try Self.entry(user: 7))
        let refused = try record(try Self.entry(method: "io.trellis.Host.Stop", outcome: "refused", microseconds: nil))
        func matched(_ query: AuditQuery) -> [Bool] { [query.matches(done), query.matches(refused)] }
        #expect(matched(AuditQuery()) == [true, true])
        #expect(matched(AuditQuery(failed: true)) == [false, true])
        #expect(matched(AuditQuery(user: 7)) == [true, false])
        for method in ["io.trellis.Items.Add", "Add", "Items.Add", "io.trellis.Items"] {
            #expect(matched(AuditQuery(method: method)) == [true, false])
        }
        #expect(matched(AuditQuery(method: "dd")) == [false, false])
        #expect(matched(AuditQuery(method: "io.trellis.Item")) == [false, false])
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

@Suite("trellisctl audit", .timeLimit(.minutes(10)))
struct AuditCommandTests {
    @Test("fails without journalctl")
    func missing() async throws {
        let ended = try await Program.run(["audit"], variables: ["PATH": "/nonexistent"])
        #expect(ended.status == EX_UNAVAILABLE)
        #expect(
            ended.error.hasPrefix(
                "trellisctl: journalctl is not installed; it reads the audit records in systemd's journal.\n"))
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
        let ended = try await Program.run(["audit"] + words, variables: ["PATH": "/usr/bin:/bin"])
        #expect(ended.status == status)
        #expect(ended.error.hasPrefix(error))
    }
}
