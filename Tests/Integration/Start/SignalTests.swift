import Foundation
import Testing

/// The effect of signals on a running daemon (signal(7)).
@Suite("Signals", .runsPrograms, .timeLimit(.minutes(10)))
struct SignalTests {
    /// The signals without a function, with the first and the last real-time signal that glibc does not reserve.
    static let withoutMeaning = [
        SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGSTKFLT, SIGPWR, SIGPIPE, SIGXFSZ,
        __libc_current_sigrtmin(), __libc_current_sigrtmax(),
    ]

    @Test("the daemon ignores signals without a function")
    func withoutAMeaningAreIgnored() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon { daemon in
                for signal in Self.withoutMeaning {
                    daemon.send(signal)
                    let status = try await workplace.trellisctl("status", "--json")
                    #expect(status.output.contains("\"pid\":\(daemon.processIdentifier),"), "signal \(signal)")
                }
                for name in ["SIGUSR1", "SIGUSR2", "SIGALRM"] {
                    #expect(await daemon.log.first { $0.contains("ignored a signal") && $0.contains(name) } != nil)
                }
            }
            #expect(outcome.status == 0)
        }
    }

    @Test("the daemon ignores signals without a function during its start and its stop")
    func withoutAMeaningAreIgnoredDuringTheStartAndTheStop() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(waitingUntilReady: false) { daemon in
                #expect(await daemon.notifications.first { $0.hasPrefix("STATUS=starting: ") } != nil)
                daemon.send(SIGUSR1)
                #expect(await daemon.notifications.first { $0 == "READY=1" } != nil)
                daemon.send(SIGTERM)
                #expect(await daemon.notifications.first { $0 == "STOPPING=1" } != nil)
                daemon.send(SIGUSR2)
                await daemon.log.waitForEnd()
            }
            #expect(outcome.status == 0)
        }
    }

    /// Runs a body with the path of `overrides.json`, whose content the daemon waits for before it knows its configuration.
    private func withPipe(_ body: (Workplace, String) async throws -> Void) async throws {
        try await Workplace.with { workplace in
            try FileManager.default.createDirectory(
                atPath: workplace.path("state"), withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            let pipe = workplace.path("state/overrides.json")
            #expect(mkfifo(pipe, 0o600) == 0)
            try await body(workplace, pipe)
        }
    }

    /// Sends SIGHUP when the daemon has opened `overrides.json`, and then writes the file.
    private func hangUp(_ daemon: RunningDaemon, at pipe: String) async throws {
        try await withCheckedThrowingContinuation { (written: CheckedContinuation<Void, any Error>) in
            DispatchQueue(label: "overrides").async {
                // Returns when the daemon has opened the file.
                let writer = FileHandle(forWritingAtPath: pipe)
                daemon.send(SIGHUP)
                written.resume(
                    with: Result {
                        try writer?.write(contentsOf: Data(#"{"plugins":{}}"#.utf8))
                        try writer?.close()
                    })
            }
        }
    }

    @Test("SIGHUP during the start reloads the configuration when the daemon is ready")
    func hangupDuringTheStart() async throws {
        try await withPipe { workplace, pipe in
            let outcome = try await workplace.withDaemon(waitingUntilReady: false) { daemon in
                try await hangUp(daemon, at: pipe)
                #expect(await daemon.notifications.first { $0 == "RELOADING=1" } != nil)
            }
            #expect(outcome.status == 0, "\(outcome.log)")
            let states = outcome.notifications.filter { ["READY=1", "RELOADING=1"].contains($0) }
            #expect(states.starts(with: ["READY=1", "RELOADING=1"]))
        }
    }

    @Test("SIGHUP does not end a process of systemd that has nothing to reload")
    func hangupWithNothingToReload() async throws {
        try await withPipe { workplace, pipe in
            let outcome = try await workplace.withDaemon("--check", waitingUntilReady: false) { daemon in
                try await hangUp(daemon, at: pipe)
                await daemon.log.waitForEnd()
            }
            #expect(outcome.status == 0, "\(outcome.log)")
        }
    }

    @Test("SIGQUIT ends the daemon immediately")
    func quitEndsItAtOnce() async throws {
        try await Workplace.with { workplace in
            // Disables the backtrace of Swift's runtime, which takes a long time.
            let outcome = try await workplace.withDaemon(under: ["/usr/bin/env", "SWIFT_BACKTRACE=enable=no"]) {
                daemon in
                daemon.send(SIGQUIT)
                await daemon.log.waitForEnd()
            }
            #expect(outcome.status == 128 + SIGQUIT)
        }
    }
}
