import Foundation
import HostInterface
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Deaths of the daemon that a plugin caused", .timeLimit(.minutes(2)))
struct DeathCountsTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func crash(
        in plugin: String?, cause: CrashRecord.Cause = .crash, after run: TimeInterval = 2
    ) -> CrashRecord {
        CrashRecord(
            cause: cause, signal: cause == .crash ? SIGSEGV : 0, process: 4711, plugin: plugin, started: Self.start,
            time: Self.start + run)
    }

    private func counts(after crashes: [CrashRecord?], limit: Int = 3) -> DeathCounts {
        var counts = DeathCounts()
        for crash in crashes { counts.record(crash, limits: ["a": limit, "b": limit]) }
        return counts
    }

    @Test("quarantine the plugin when they reach the limit in a row, with the last cause as the reason")
    func limit() {
        let two = counts(after: [crash(in: "a"), crash(in: "a", cause: .watchdog)])
        #expect(two.plugins["a"]?.isQuarantined == false)
        let three = counts(after: [crash(in: "a"), crash(in: "a"), crash(in: "a")])
        #expect(three.plugins["a"]?.isQuarantined == true)
        #expect(
            three.plugins["a"]?.reason
                == "it ended the daemon 3 times in a row, the last time with SIGSEGV at 2027-01-15T08:00:02Z")
        let watchdog = counts(after: [crash(in: "a", cause: .watchdog)], limit: 1)
        #expect(
            watchdog.plugins["a"]?.reason
                == "it ended the daemon once, the last time by blocking it until the watchdog ended it, at 2027-01-15T08:00:02Z"
        )
        #expect(
            counts(after: [crash(in: "a", cause: .stall)], limit: 1).plugins["a"]?.reason.contains("by a stall") == true
        )
    }

    @Test("count again from zero after a run that ended otherwise or lasted longer than an hour")
    func interruption() {
        let pair = [crash(in: "a"), crash(in: "a")]
        let interruptions: [CrashRecord?] = [nil, crash(in: nil), crash(in: "b"), crash(in: "removed")]
        for interruption in interruptions {
            let counts = counts(after: pair + [interruption] + pair)
            #expect(counts.plugins["a"]?.deaths == 2)
            #expect(counts.plugins.count == 1)
        }
        #expect(counts(after: pair + [crash(in: "a", after: 3601)]).plugins["a"]?.deaths == 1)
    }

    @Test("are at most the largest integer, which the file can contain")
    func largest() {
        var counts = DeathCounts()
        counts.plugins["a"] = DeathCounts.Entry(deaths: .max, cause: "stall", time: "2027-01-15T08:00:02Z")
        counts.record(crash(in: "a"), limits: ["a": 3])
        #expect(counts.plugins["a"]?.deaths == .max)
        #expect(counts.plugins["a"]?.isQuarantined == true)
    }

    @Test("never quarantine a plugin whose limit is 0")
    func never() {
        let counts = counts(after: Array(repeating: crash(in: "a"), count: 20), limit: 0)
        #expect(counts.plugins["a"]?.isQuarantined == false)
    }

    @Test("do not end the quarantine of another plugin")
    func others() {
        let crashes = ["a", "a", "a", "b", "b", "b", nil].map { $0.map { crash(in: $0) } }
        #expect(counts(after: crashes).plugins.filter(\.value.isQuarantined).keys.sorted() == ["a", "b"])
    }

    /// Runs the plugins `base` (required), `needy` and `lone` after a crash of `base` with the limit 1.
    private func withHost(
        in folder: FilePath, after crash: CrashRecord?, log: LogRecorder = LogRecorder(level: .notice),
        quarantineAfter: Int = 1, injecting fault: (terms: FailpointTerms, name: String)? = nil,
        _ body: (PluginHost) async throws -> Void
    ) async throws {
        let environment = HostEnvironment.test(in: folder, logger: log.logger)
        let host = try PluginHost(
            configuration: try LoadedConfiguration(
                path: nil,
                options: ["base", "needy", "lone"].map { "plugins.\($0).enabled=true" }
                    + ["plugins.base.quarantineAfter=\(quarantineAfter)"],
                registrations: PluginHostTests.registrations),
            environment: environment, router: .host(logger: environment.logger("trellis")))
        let file = DeathCountsFile(in: folder, failpoints: host.failpoints)
        if let fault { try host.failpoints.inject(fault.terms, at: fault.name) }
        host.countDeath(crash, in: file)
        try await host.run { try await body(host) }
    }

    @Test("quarantine a required plugin also at later starts, until an operator releases it; others run")
    func quarantine() async throws {
        try await withTemporaryFolder { folder in
            let reason = "it ended the daemon once, the last time with SIGSEGV at 2027-01-15T08:00:02Z"
            let log = LogRecorder(level: .notice)
            try await withHost(in: folder, after: crash(in: "base"), log: log) { host in
                #expect(
                    host.summary
                        == "1 of 3 plugins run; needy waits: it needs the plugin base, which is quarantined; base is quarantined: \(reason)"
                )
                #expect(!host.requiredFailed.isSignaled)
                #expect(log.lines.contains { $0.contains("the plugin base is quarantined: \(reason)") })
            }
            try await withHost(in: folder, after: nil) { host in
                #expect(try host.explain("base").condition.reason == reason)
                await #expect(
                    throws: HostError.pluginNotRunning(
                        plugin: "base", state: .quarantined, reason: reason, nextStart: nil)
                ) {
                    try await host.control(.start, "base", isDryRun: false)
                }
                await #expect(throws: HostError.pluginNotQuarantined(plugin: "lone")) {
                    try await host.release("lone", isDryRun: true)
                }
                let affected = try await host.release("base", isDryRun: true)
                #expect(affected.map(\.name).sorted() == ["base", "needy"])
                #expect(affected[0].state == .quarantined)
                _ = try await host.release("base", isDryRun: false)
                #expect(host.summary == "3 plugins run")
            }
            try await withHost(in: folder, after: nil) { #expect($0.summary == "3 plugins run") }
        }
    }

    @Test("are kept when they cannot be saved, which is reported", arguments: ["write", "sync", "replace"])
    func fault(step: String) async throws {
        try await withTemporaryFolder { folder in
            let fault = (terms: try FailpointTerms(parsing: "1*error(EIO)"), name: "trellisd.deaths.\(step)")
            try await withHost(in: folder, after: crash(in: "base")) { host in
                try host.failpoints.inject(fault.terms, at: fault.name)
                await #expect(
                    throws: HostError.changeNotSaved(
                        message: "cannot write deaths.json in the state directory: Input/output error")
                ) { _ = try await host.release("base", isDryRun: false) }
                #expect(host.statuses.first { $0.hosted.name == "base" }?.status.state == .quarantined)
            }
            let log = LogRecorder(level: .notice)
            try await withHost(in: folder, after: crash(in: "lone"), log: log, injecting: fault) { host in
                #expect(host.statuses.first { $0.hosted.name == "base" }?.status.state == .quarantined)
            }
            #expect(log.lines.contains { $0.hasPrefix("cannot write deaths.json in the state directory: ") })
            #expect(try DeathCountsFile(in: folder).read().plugins.keys.sorted() == ["base"])
        }
    }

    @Test("have no effect after the limit was set to 0")
    func withoutLimit() async throws {
        try await withTemporaryFolder { folder in
            try await withHost(in: folder, after: crash(in: "base")) { #expect($0.count.running == 1) }
            try await withHost(in: folder, after: nil, quarantineAfter: 0) { #expect($0.count.running == 3) }
        }
    }

    @Test("do not count when their file is damaged, which is logged")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            try Data("{".utf8).write(to: URL(filePath: folder.appending("deaths.json").string))
            let log = LogRecorder(level: .notice)
            try await withHost(in: folder, after: nil, log: log) { #expect($0.count.running == 3) }
            #expect(log.lines.contains { $0.contains("deaths.json is damaged") })
        }
    }
}
