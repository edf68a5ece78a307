import Foundation
import Testing

/// The sockets that another program than systemd passes (sd_listen_fds(3)).
@Suite("Passed sockets", .runsPrograms, .activatesSockets, .timeLimit(.minutes(10)))
struct PassedSocketTests {
    /// The command line of a program that listens, and becomes the daemon when a client connects.
    private func activator(_ workplace: Workplace, _ sockets: String...) -> [String] {
        [socketActivator] + sockets.map { "--listen=\(workplace.path($0))" }
    }

    @Test("a single socket without a name is served")
    func singleSocket() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(
                waitingUntilReady: false, under: activator(workplace, "passed")
            ) { daemon in
                #expect(await daemon.log.first { $0.hasPrefix("Listening on ") } != nil)
                let status = try await workplace.trellisctl("--socket", workplace.path("passed"), "status", "--json")
                #expect(status.output.contains("\"pid\":\(daemon.processIdentifier),"), "\(status.error)")
            }
            #expect(outcome.status == 0, "\(outcome.log)")
        }
    }

    @Test("several sockets without a name fail the start, and no client waits")
    func severalSockets() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(
                waitingUntilReady: false, under: activator(workplace, "one", "two")
            ) { daemon in
                #expect(await daemon.log.first { $0.hasPrefix("Listening on \(workplace.path("two"))") } != nil)
                let status = try await workplace.trellisctl("--socket", workplace.path("one"), "status")
                #expect(status.status == 69, "\(status)")
                // The log ends with the process.
                #expect(await daemon.log.first { _ in false } == nil)
            }
            #expect(outcome.status == 71)
            let error =
                "trellisd: cannot serve the sockets that systemd passed: expected a socket with the name varlink"
            #expect(outcome.log.contains { $0.hasPrefix(error) }, "\(outcome.log)")
        }
    }

    @Test("a descriptor that is not open fails the start")
    func absentDescriptor() async throws {
        try await Workplace.with { workplace in
            let start = ["/bin/sh", "-c", #"exec 3<&- env LISTEN_FDS=1 LISTEN_PID=$$ "$0" "$@""#]
            let outcome = try await workplace.withDaemon(waitingUntilReady: false, under: start) { daemon in
                #expect(await daemon.notifications.first { $0 == "EXIT_STATUS=71" } != nil)
                // The log ends with the process.
                #expect(await daemon.log.first { _ in false } == nil)
            }
            #expect(outcome.status == 71)
            let error = "trellisd: cannot take the sockets that LISTEN_FDS announces: "
            #expect(outcome.log.contains { $0.hasPrefix(error) }, "\(outcome.log)")
        }
    }
}

private let socketActivator = "/usr/bin/systemd-socket-activate"

extension Trait where Self == ConditionTrait {
    /// A trait for tests of a daemon that is started by a connection, without systemd.
    fileprivate static var activatesSockets: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: socketActivator), "requires systemd-socket-activate(1)")
    }
}
