import Foundation
import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The events of the daemon in io.trellis.Host", .timeLimit(.minutes(2)))
struct EventsTests {
    private static let started = Date(timeIntervalSince1970: 1_800_000_000)

    private struct Leak: Error, CustomStringConvertible { var description: String { "a pipe burst" } }

    /// Runs a body while the base plugin and the plugin that needs it run.
    private func withHost(
        _ settings: [String] = [], behaviour: Behaviour = Behaviour(), log: LogRecorder = LogRecorder(level: .notice),
        _ body: (PluginHost, HostClient) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            let logger = environment.logger("trellis")
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil, options: ["plugins.base.enabled=true", "plugins.needy.enabled=true"] + settings,
                        registrations: PluginHostTests.registrations),
                    environment: environment, router: .host(logger: logger))
            }
            try host.router.register(
                ControlInterface(
                    host: host, audit: AuditLog(journal: logger, logger: logger),
                    facts: ControlInterface.Facts(
                        started: Self.started, configuration: nil, stateDirectory: "/", cacheDirectory: "/nonexistent"),
                    logLevel: LogLevelControl(.info), log: LogRing(), logger: logger))
            try await host.run { try await body(host, HostClient(LocalCaller(router: host.router))) }
        }
    }

    /// A reply as text: `1 base waiting starting`, `4 base stuck`, `gap 3`, or an empty text.
    private func text(_ reply: HostContract.EventsReply) -> String {
        guard let event = reply.event else { return "" }
        let details: [String?] =
            switch event.kind {
            case .transition:
                [event.transition?.plugin, event.transition?.from.rawValue, event.transition?.to.rawValue]
            case .fault: [event.fault?.plugin, event.fault?.kind.rawValue]
            case .reload: ["reload", event.reload?.outcome.rawValue]
            case .gap: ["gap", event.gap?.reason.rawValue, event.gap?.count.map { "\($0)" }]
            }
        return (["\(event.sequence)"] + details.compactMap(\.self)).joined(separator: " ")
    }

    private func texts(
        _ host: HostClient, after: Int? = nil, started: String? = nil, plugin: String? = nil
    ) async throws -> [String] {
        var texts: [String] = []
        for try await reply in host.events(after: after, started: started, plugin: plugin) { texts.append(text(reply)) }
        return texts
    }

    private func expect(
        _ host: HostClient, after: Int? = nil, started: String? = nil, plugin: String? = nil, _ expected: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await texts(host, after: after, started: started, plugin: plugin)
        #expect(found == expected, sourceLocation: location)
    }

    private let start = [
        "1 base waiting starting", "2 base starting running", "3 needy waiting starting", "4 needy starting running",
    ]

    @Test("are numbered from the start of the daemon, and can be requested after a number and for a plugin")
    func resume() async throws {
        try await withHost { _, host in
            try await expect(host, start)
            try await expect(host, after: 0, start)
            try await expect(host, after: 2, Array(start.suffix(2)))
            try await expect(host, after: 4, [""])
            try await expect(host, after: 1, started: "2027-01-15T08:00:00.000Z", Array(start.suffix(3)))
            try await expect(host, plugin: "needy", Array(start.suffix(2)))
            try await expect(host, plugin: "lone", [""])
            await #expect(throws: HostError.noSuchPlugin(plugin: "bass")) { _ = try await texts(host, plugin: "bass") }
            await #expect(throws: ServiceError.invalidParameter(parameter: "after")) {
                _ = try await texts(host, after: -1)
            }
        }
    }

    @Test("are reported as a gap if they belong to a previous run")
    func restarted() async throws {
        try await withHost { _, host in
            let all = ["0 gap restarted"] + start
            try await expect(host, after: 2, started: "2027-01-15T07:00:00.000Z", all)
            try await expect(host, after: 5, all)
            try await expect(host, after: .max, all)
        }
    }

    @Test("are reported as a gap with their count if they were overwritten")
    func overwritten() async throws {
        try await withHost { plugins, host in
            for _ in 0..<5_000 {
                plugins.events.add(.fault(.abandonedCodeEnded(.calls), plugin: "lone"), at: Self.started)
            }
            let events = try await texts(host, after: 4, plugin: "base")
            // 5004 events, of which 4096 are kept.
            #expect(events == ["908 gap overwritten 904"])
            let all = try await texts(host)
            #expect(all.first == "909 lone abandonedCodeEnded")
        }
    }

    @Test("include new events after an empty reply")
    func follow() async throws {
        try await withHost { plugins, host in
            var replies = host.events(after: 3, follow: true).makeAsyncIterator()
            func next() async throws -> String { text(try #require(try await replies.next())) }
            let existing = [try await next(), try await next()]
            #expect(existing == [start[3], ""])
            _ = try await plugins.control(.stop, "base", isDryRun: false)
            var events: [String] = []
            for _ in 0..<4 { events.append(try await next()) }
            #expect(
                events == [
                    "5 base running stopping", "6 needy running stopping", "7 needy stopping waiting",
                    "8 base stopping stopped",
                ])
        }
    }

    @Test("report a plugin's failure and next start with the reason, as the journal does")
    func failure() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            await recorder.wait(for: "fail")
            throw Leak()
        }
        let settings = ["plugins.base.restartDelay=1h", "plugins.base.restartMaxDelay=1h"]
        let log = LogRecorder(level: .notice)
        try await withHost(settings, behaviour: behaviour, log: log) { _, host in
            var replies = host.events(after: 4, plugin: "base", follow: true).makeAsyncIterator()
            let end = try await replies.next()
            #expect(end != nil && end?.event == nil)
            recorder.note("fail")
            let fault = try #require(try await replies.next()?.event?.fault)
            let reason = "service RecordedService: a pipe burst"
            #expect(
                fault
                    == HostContract.PluginFault(
                        plugin: "base", kind: .failed, message: "the plugin base failed: \(reason)"))
            let stopping = try await replies.next()?.event?.transition?.to
            #expect(stopping == .stopping)
            let waiting = try #require(try await replies.next()?.event?.transition)
            #expect(waiting.to == .waiting && waiting.reason == reason && waiting.nextStart != nil)
        }
        let messages = log.lines.filter { !$0.hasPrefix("an instance") }
        #expect(messages.first?.hasPrefix("\(reason(of: "base")) messageID=") == true)
        #expect(messages.contains { $0.hasPrefix("the plugin base starts again in ") })
    }

    private func reason(of plugin: String) -> String {
        "the plugin \(plugin) failed: service RecordedService: a pipe burst"
    }

    @Test("report services that do not stop, abandoned code, and the end of abandoned code")
    func stuck() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            recorder.note("base is deaf")
            await recorder.wait(for: "release")
        }
        try await withHost(["plugins.base.timeoutStop=10ms"], behaviour: behaviour) { plugins, host in
            await recorder.wait(for: "base is deaf")
            _ = try await plugins.control(.stop, "base", isDryRun: false)
            var faults: [HostContract.PluginFault] = []
            for try await reply in host.events() { if let fault = reply.event?.fault { faults.append(fault) } }
            #expect(faults.map(\.kind) == [.servicesOverdue, .stuck])
            #expect(faults.map(\.services) == [["RecordedService"], ["RecordedService"]])
            #expect(faults.map(\.activity) == [.services, .services])
            var replies = host.events(plugin: "base", follow: true).makeAsyncIterator()
            while try await replies.next()?.event != nil {}
            recorder.note("release")
            let ended = try await replies.next()?.event?.fault
            #expect(
                ended
                    == HostContract.PluginFault(
                        plugin: "base", kind: .abandonedCodeEnded,
                        message: "abandoned code of the plugin base ended: services",
                        activity: .services))
        }
    }
}
