import Foundation
import Testing

/// What signals do to a daemon that runs (signal(7)).
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct SignalTests {
    /// The real-time signals start above those that glibc keeps for itself.
    static let withoutMeaning = [
        SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGSTKFLT, SIGPWR, SIGPIPE, SIGXFSZ,
        __libc_current_sigrtmin(), __libc_current_sigrtmax(),
    ]

    @Test func signalsWithoutMeaningAreIgnored() async throws {
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

    @Test func signalsWithoutMeaningAreIgnoredWhileItStartsAndStops() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon(waitingUntilReady: false) { daemon in
                #expect(await daemon.notifications.first { $0 == "STATUS=starting" } != nil)
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

    @Test func quitEndsItAtOnce() async throws {
        try await Workplace.with { workplace in
            // Without the backtrace of Swift's runtime, which takes its time.
            let outcome = try await workplace.withDaemon(under: ["/usr/bin/env", "SWIFT_BACKTRACE=enable=no"]) {
                daemon in
                daemon.send(SIGQUIT)
                await daemon.log.waitForEnd()
            }
            #expect(outcome.status == 128 + SIGQUIT)
        }
    }
}
