import Dispatch
import Foundation
import Glibc
import HostInterface
import LogSupport
import Logging
import Synchronization
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The files of the audit log", .timeLimit(.minutes(2)))
struct AuditLogTests {
    private static let noLogger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Opens an audit log in a state directory.
    private func open(
        _ state: FilePath, maximumSize: Int = AuditSeries.fileSize, limits: OutputQueueLimits = OutputQueueLimits()
    ) throws -> AuditLog {
        // No record becomes due by the time that the test takes.
        let start = ContinuousClock.now
        let audit = AuditLog(journal: Self.noLogger, logger: Self.noLogger, limits: limits, instant: { start })
        try audit.open(in: state, maximumSize: maximumSize)
        return audit
    }

    private func entry(
        _ method: String, role: Role = .operate, outcome: AuditEntry.Outcome = .done(.microseconds(1_250))
    ) -> AuditEntry {
        AuditEntry(
            method: method, plugin: "items", peer: PeerCredentials(processID: 42, userID: 0, groupID: 7),
            unit: "session-3.scope", role: role, outcome: outcome)
    }

    /// Reads all records and gaps: methods, and the reason and count of gaps.
    private func items(_ state: FilePath, _ change: (inout AuditFilter) -> Void = { _ in }, newest: Int? = nil) throws
        -> [String]
    {
        var filter = AuditFilter()
        change(&filter)
        var scan = try AuditScan(directory: state.appending("audit").string, filter: filter)
        if let newest { try scan.keepNewest(newest) }
        var items: [String] = []
        while let batch = try scan.nextBatch() {
            items += batch.map { item in
                item.record?.method ?? item.gap.map { "\($0.reason.rawValue) \($0.count ?? 0)" } ?? "empty"
            }
        }
        return items
    }

    private func mode(_ path: FilePath) -> mode_t {
        var status = stat()
        return stat(path.string, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test(
        "are also in the journal, as far as the configuration selects them, or if the file cannot be written",
        arguments: [(AuditJournal.all, 3), (.administer, 2), (.none, 0)])
    func journal(selection: AuditJournal, count: Int) async throws {
        try await withTemporaryFolder { state in
            let recorder = AuditRecorder()
            let audit = AuditLog(journal: Logger(label: "audit") { _ in recorder }, logger: Self.noLogger)
            audit.configure(selection)
            try audit.open(in: state)
            audit.record(entry("a.b.Operate"))
            audit.record(entry("a.b.Administer", role: .administer))
            audit.record(entry("a.b.Refuse", outcome: .refused))
            audit.close()
            #expect(recorder.entries.count == count)
            #expect(try items(state, { $0.method = "a.b" }).count == 3)
        }
        // Without files, the journal has all records.
        let recorder = AuditRecorder()
        let audit = AuditLog(journal: Logger(label: "audit") { _ in recorder }, logger: Self.noLogger)
        audit.configure(selection)
        audit.record(entry("a.b.Operate"))
        #expect(audit.flush(within: .seconds(60)))
        #expect(recorder.entries.count == 1)
    }

    @Test("have one object per line, are readable only by the owner, and are separate for each kind of call")
    func format() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state)
            audit.record(entry("a.b.Operate"))
            audit.record(entry("a.b.Administer", role: .administer, outcome: .failed("a.b.Wrong", .zero)))
            audit.record(entry("a.b.Refuse", outcome: .refused))
            audit.close()
            let folder = state.appending("audit")
            #expect(mode(folder) == 0o700)
            for name in ["operate", "administer", "refused"] {
                #expect(mode(folder.appending("\(name).jsonl")) == 0o600)
            }
            let text = try String(contentsOfFile: folder.appending("operate.jsonl").string, encoding: .utf8)
            let pattern = #"""
                ^\{"sequence":2,"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z","uid":0,"user":"root","gid":7,"pid":42,\#
                "unit":"session-3.scope","plugin":"items","method":"a.b.Operate","role":"operate","outcome":"done",\#
                "microseconds":1250\}\n$
                """#
            #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(text)")
            #expect(try items(state) == ["a.b.Operate", "a.b.Administer", "a.b.Refuse"])
            #expect(try items(state, { $0.outcome = "Wrong" }) == ["a.b.Administer"])
            #expect(try items(state, { $0.failed = true }) == ["a.b.Administer", "a.b.Refuse"])
            #expect(try items(state, { $0.user = 1 }) == [])
            #expect(try items(state, { $0.plugin = "items" }, newest: 2) == ["a.b.Administer", "a.b.Refuse"])
            #expect(try items(state, { $0.since = "2999-01-01T00:00:00.000000Z" }) == [])
            #expect(try items(state, { $0.until = "1999-01-01T00:00:00.000000Z" }) == [])
        }
    }

    @Test("continue the numbers after a restart")
    func restart() async throws {
        try await withTemporaryFolder { state in
            for number in 1...3 {
                let audit = try open(state)
                audit.record(entry("a.b.Run\(number)", role: number == 2 ? .administer : .operate))
                audit.close()
            }
            #expect(try items(state) == ["a.b.Run1", "a.b.Run2", "a.b.Run3"])
            #expect(try AuditTrail.lastSequence(in: state.appending("audit").string) == 9)
        }
    }

    @Test("are rotated separately: operating calls remove no administering calls, and removed records are reported")
    func rotation() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state, maximumSize: 4_096)
            audit.record(entry("a.b.Administer", role: .administer))
            for number in 0..<200 { audit.record(entry("a.b.Operate\(number)")) }
            audit.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: state.appending("audit").string).sorted()
            #expect(
                names == [
                    "administer.jsonl", "operate.1.jsonl", "operate.2.jsonl", "operate.3.jsonl", "operate.jsonl",
                ])
            for name in names {
                let path = state.appending("audit").appending(name)
                #expect(try FileManager.default.attributesOfItem(atPath: path.string)[.size] as? Int ?? 0 <= 4_096)
                #expect(mode(path) == 0o600)
            }
            let items = try items(state)
            #expect(items.prefix(2) == ["a.b.Administer", "rotated 0"])
            #expect(items.count > 20)
            // No record is missing among the last ones.
            #expect(Array(items.dropFirst(2)) == (202 - items.count..<200).map { "a.b.Operate\($0)" })
        }
    }

    @Test("report a crash and the incomplete line after it, and have the next record on a separate line")
    func crash() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state)
            audit.record(entry("a.b.First"))
            audit.record(entry("a.b.Second"))
            #expect(audit.flush(within: .seconds(60)))
            let path = state.appending("audit").appending("operate.jsonl")
            let file = try FileDescriptor.open(path, .readWrite)
            let size = try file.seek(offset: 0, from: .end)
            try file.resize(to: size - 20)
            try file.close()
            #expect(try items(state) == ["a.b.First", "damaged 0"])
            let next = try open(state)
            next.record(entry("a.b.Third"))
            next.close()
            let items = try items(state)
            #expect(items.filter { $0.hasPrefix("a.b.") } == ["a.b.First", "a.b.Third"])
            #expect(items.contains("damaged 0") && items.contains("crashed 0"), "\(items)")
        }
    }

    @Test("continue the numbers after a line whose number leaves too few others, and report the line as damaged")
    func largestNumber() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state)
            audit.record(entry("a.b.First"))
            audit.close()
            let last = try AuditTrail.lastSequence(in: state.appending("audit").string)
            let path = state.appending("audit").appending("operate.jsonl")
            let file = try FileDescriptor.open(path, .writeOnly, options: .append)
            let line = #"{"sequence":9223372036854775799,"time":"2026-11-23T07:46:40.123456Z","method":"a.b.Run"}"#
            _ = try file.writeAll("\(line)\n".utf8)
            try file.close()
            #expect(try AuditTrail.lastSequence(in: state.appending("audit").string) == last)
            let next = try open(state)
            for number in 0..<20 { next.record(entry("a.b.Next\(number)")) }
            next.close()
            #expect(try items(state) == ["a.b.First", "damaged 0"] + (0..<20).map { "a.b.Next\($0)" })
        }
    }

    @Test("contain every administering call when the writer is too slow, and report lost operating calls")
    func reserve() async throws {
        try await withTemporaryFolder { state in
            let gate = DispatchSemaphore(value: 0)
            let blocked = Logger(label: "test") { _ in BlockedLogHandler(gate: gate) }
            let audit = AuditLog(journal: blocked, logger: Self.noLogger, limits: OutputQueueLimits(entries: 64))
            try audit.open(in: state)
            for _ in 0..<200 { audit.record(entry("a.b.Operate")) }
            for number in 0..<3 { audit.record(entry("a.b.Administer\(number)", role: .administer)) }
            gate.signal()
            audit.close()
            let items = try items(state)
            #expect(items.suffix(3) == ["a.b.Administer0", "a.b.Administer1", "a.b.Administer2"])
            let operating = items.count { $0 == "a.b.Operate" }
            #expect(operating < 200)
            // On a busy machine, the writer may take records between the calls, and then there are several gaps.
            let gaps = items.filter { $0.hasPrefix("lost ") }
            #expect(gaps.compactMap { Int($0.dropFirst(5)) }.reduce(0, +) == 200 - operating, "\(items.suffix(5))")
        }
    }

    @Test("contain every permitted call when many users are rejected and the writer is too slow")
    func rejections() async throws {
        try await withTemporaryFolder { state in
            let gate = DispatchSemaphore(value: 0)
            let blocked = Logger(label: "test") { _ in BlockedLogHandler(gate: gate) }
            // On a busy machine, the writer may take records between the calls. Then there are several gaps, which need room, too.
            let audit = AuditLog(journal: blocked, logger: Self.noLogger, limits: OutputQueueLimits(entries: 128))
            try audit.open(in: state)
            for user in 0..<200 {
                var entry = entry("a.b.Refuse", outcome: .refused)
                entry.peer = PeerCredentials(processID: 42, userID: UInt32(user), groupID: 7)
                audit.record(entry)
            }
            for number in 0..<3 { audit.record(entry("a.b.Operate\(number)")) }
            for number in 0..<3 { audit.record(entry("a.b.Administer\(number)", role: .administer)) }
            gate.signal()
            audit.close()
            let items = try items(state)
            #expect(
                items.suffix(6) == [
                    "a.b.Operate0", "a.b.Operate1", "a.b.Operate2", "a.b.Administer0", "a.b.Administer1",
                    "a.b.Administer2",
                ])
            #expect(items.count { $0 == "a.b.Refuse" } < 200)
        }
    }

    @Test("contain few records of a call that is rejected again and again, with the number of calls")
    func repeatedRejections() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state)
            for _ in 0..<5_000 { audit.record(entry("a.b.Refuse", outcome: .refused)) }
            audit.record(entry("a.b.Operate"))
            // A reader sees all calls before it.
            let last = try await audit.settle()
            #expect(last == 13)
            for _ in 0..<20 { audit.record(entry("a.b.Refuse", outcome: .refused)) }
            audit.close()
            var scan = try AuditScan(directory: state.appending("audit").string, filter: AuditFilter())
            let records = try #require(try scan.nextBatch())
            #expect(records.allSatisfy { $0.gap == nil })
            let counts = records.compactMap(\.record).filter { $0.outcome == "refused" }.map { $0.count ?? 1 }
            #expect(counts == Array(repeating: 1, count: 10) + [4_990, 20])
        }
    }

    @Test("have a record of the last rejected calls, although no further call is rejected")
    func lastRejections() async throws {
        try await withTemporaryFolder { state in
            let time = Mutex(ContinuousClock.now)
            let audit = AuditLog(
                journal: Self.noLogger, logger: Self.noLogger, instant: { time.withLock(\.self) })
            try audit.open(in: state)
            let (news, clock) = (audit.newRecords(), ManualClock())
            for _ in 0..<15 { audit.record(entry("a.b.Refuse", outcome: .refused)) }
            time.withLock { $0 += .seconds(61) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await audit.recordRefusals(clock.clock) }
                try await clock.passNext()
                #expect(await news.first { $0.count != nil }?.count == 5)
                group.cancelAll()
            }
            audit.close()
        }
    }

    @Test("report the number of records that could not be written")
    func gap() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state)
            #expect(audit.flush(within: .seconds(60)))
            let path = state.appending("audit").appending("operate.jsonl")
            #expect(mkdir(path.string, 0o700) == 0)
            for number in 0..<5 { audit.record(entry("a.b.Operate\(number)")) }
            #expect(audit.flush(within: .seconds(60)))
            #expect(audit.problem == "audit log: Is a directory")
            #expect(rmdir(path.string) == 0)
            audit.record(entry("a.b.Administer", role: .administer))
            audit.record(entry("a.b.Next"))
            audit.close()
            #expect(try items(state) == ["lost 5", "a.b.Administer", "a.b.Next"])
        }
    }

    @Test("survive a full disk, which the status of the daemon reports", .enabled(if: SmallDisk.isAvailable))
    func fullDisk() async throws {
        try await SmallDisk.with { state, enlarge in
            let audit = try open(state)
            var count = 0
            while audit.problem == nil {
                for _ in 0..<100 { audit.record(entry("a.b.Fill")) }
                count += 100
                #expect(audit.flush(within: .seconds(60)))
            }
            #expect(audit.problem?.contains("No space left on device") == true)
            try enlarge()
            audit.record(entry("a.b.Next"))
            audit.close()
            #expect(audit.problem == nil)
            let items = try items(state)
            let written = items.count { $0 == "a.b.Fill" }
            #expect(items.filter { $0 != "a.b.Fill" } == ["lost \(count - written)", "a.b.Next"])
        }
    }

    @Test("are rejected in a folder that other users may change")
    func protection() async throws {
        try await withTemporaryFolder { state in
            let folder = state.appending("audit")
            #expect(mkdir(folder.string, 0o700) == 0 && chmod(folder.string, 0o777) == 0)
            #expect(throws: HostFailure.self) { try open(state) }
        }
    }

    @Test("can be followed without missing or repeated records")
    func following() async throws {
        try await withTemporaryFolder { state in
            let audit = try open(state)
            audit.record(entry("a.b.Past"))
            let news = audit.newRecords()
            let last = try await audit.settle()
            #expect(last == 2)
            audit.record(entry("a.b.New"))
            let record = try #require(await news.first { $0.sequence > last })
            #expect(record.method == "a.b.New")
            audit.close()
        }
    }
}

/// A log handler that blocks until a semaphore is signaled.
private struct BlockedLogHandler: LogHandler {
    let gate: DispatchSemaphore
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    init(gate: DispatchSemaphore) {
        self.gate = gate
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        gate.wait()
        gate.signal()
    }
}
