import Foundation
import Testing

/// The end of the daemon after a signal.
@Suite("The end of the daemon", .runsPrograms, .timeLimit(.minutes(10)))
struct StopTests {
    @Test("the daemon notifies systemd of its start, its status and its stop")
    func notifiesSystemdOfItsStates() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon { _ in }
            #expect(outcome.status == 0)
            let states = outcome.notifications.filter { !$0.hasPrefix("EXTEND_TIMEOUT_USEC=") }
            let isStarting = { (state: String) in state.hasPrefix("STATUS=starting: ") }
            #expect(states.first.map(isStarting) == true)
            #expect(states.drop(while: isStarting).prefix(3) == ["READY=1", "STATUS=1 plugin runs", "STOPPING=1"])
            // Of several statuses in the queue, only the last is sent, so some statuses may be missing.
            let last = outcome.notifications.drop { $0 != "STOPPING=1" }.dropFirst()
            #expect(
                last.allSatisfy { $0.hasPrefix("STATUS=stopping") || $0.hasPrefix("EXTEND_TIMEOUT_USEC=") }, "\(last)")
            #expect(outcome.log.last?.hasSuffix(" trellis: stopped") == true)
        }
    }

    @Test("the daemon requests time from systemd for the configured limits of its start and its stop")
    func extendsTheTimeoutOfSystemdByItsOwnLimits() async throws {
        let configuration = "control: { timeoutStop: 30min }\nplugins: { items: { timeoutStart: 1h } }\n"
        try await Workplace.with(configuration: configuration) { workplace in
            let outcome = try await workplace.withDaemon { _ in }
            let events = outcome.notifications
            let ready = try #require(events.firstIndex(of: "READY=1"))
            // A later request replaces an unsent earlier one, and contains the remaining time.
            let prefix = "EXTEND_TIMEOUT_USEC="
            let times = [events[..<ready], events[ready...]].map { events in
                events.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
            }
            // The configured hour plus five seconds, or the remaining time.
            #expect(times[0].contains { (3_600_000_001...3_605_000_000).contains($0) }, "\(events)")
            // The configured half hour plus two seconds (timeoutClose) and five seconds, or the remaining time.
            #expect(times[1].contains { (1_802_000_001...1_807_000_000).contains($0) }, "\(events)")
        }
    }

    @Test("the daemon notifies the watchdog")
    func notifiesTheWatchdog() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon(under: ["/usr/bin/env", "WATCHDOG_USEC=10000000"]) { daemon in
                #expect(await daemon.notifications.first { $0 == "WATCHDOG=1" } != nil)
            }
            let outcome = try await workplace.withDaemon { _ in }
            #expect(!outcome.notifications.contains("WATCHDOG=1"))
        }
    }

    @Test("a stopped daemon leaves no socket and a complete database")
    func removesTheSocketAndLeavesACompleteDatabase() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl("items", "add", "Tea", "1")
                #expect(added.status == 0)
            }
            #expect(try workplace.names().contains("io.trellis") == false)
            // A copy of the file is a backup, without the additional files of an open SQLite database.
            try FileManager.default.createDirectory(
                atPath: workplace.path("other/items"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: workplace.database, toPath: workplace.path("other/items/items.sqlite"))
            try await workplace.withDaemon("--state-directory", workplace.path("other")) { _ in
                let list = try await workplace.trellisctl("items", "list")
                #expect(list.output.contains("  Tea  "))
            }
        }
    }

    @Test("the daemon completes calls in progress")
    func completesCallsInProgress() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { daemon in
                let watch = try RawConnection(to: workplace.socket)
                // The calls are sent together, so that the daemon has read both when it replies to the first call.
                try await watch.send(
                    message: #"{"method": "io.trellis.Items.Watch", "more": true}"# + "\0"
                        + #"{"method": "io.trellis.Host.Describe"}"#)
                #expect(try await watch.receive()?.contains(#""event":"ready""#) == true)
                daemon.send(SIGTERM)
                // The watch receives an error, and the call behind it a reply, before the connection is closed.
                #expect(try await watch.receive() == #"{"error":"io.trellis.Host.ShuttingDown"}"#)
                #expect(try await watch.receive()?.hasPrefix(#"{"parameters":{"version":"#) == true)
                #expect(try await watch.receive() == nil)
            }
        }
    }
}
