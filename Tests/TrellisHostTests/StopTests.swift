import Foundation
import Glibc
import SystemPackage
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Each test runs the daemon in a separate process, to which the plugin sends signals.
@Suite("Stopping the daemon", .timeLimit(.minutes(2)))
struct StopTests {
    /// Runs a daemon with the plugins of ``PluginHostTests`` and Notebook, and exits with its status.
    static func run(_ behaviour: Behaviour, settings: [String] = [], in folder: FilePath? = nil) async throws -> Never {
        let status = try await withTemporaryFolder { temporary in
            let options = HostOptions.within(
                folder ?? temporary,
                settings: ["plugins.base.enabled=true", "plugins.lone.enabled=true"] + settings)
            let plugins = PluginHostTests.registrations + [PluginRegistration(NotebookPlugin.self)]
            return await Behaviour.$current.withValue(behaviour) {
                await Host.runProcess(options, plugins: plugins, checking: false)
            }
        }
        exit(status)
    }

    /// Blocks the thread forever, like code that waits for a device.
    static func block() { while true { sleep(1_000) } }

    private func log(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("ends cleanly when a signal arrives while plugins start", arguments: [SIGTERM, SIGINT])
    func signalWhileStarting(signal: Int32) async throws {
        try await withTemporaryFolder { folder in
            let systemd = try FakeSystemd(in: folder)
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                [signal, path = folder.string as String] in
                setenv("NOTIFY_SOCKET", "\(path)/notify", 1)
                var behaviour = Behaviour()
                behaviour.startBase = {
                    kill(getpid(), signal)
                    try await Task.sleep(for: .seconds(86_400))
                }
                try await Self.run(behaviour)
            }
            let log = log(result)
            #expect(log.contains("stopping signal="))
            #expect(log.hasSuffix("trellis: stopped\n"), "\(log)")
            try await systemd.wait(for: "STOPPING=1")
            #expect(!systemd.notifications.contains("READY=1"))
        }
    }

    @Test("ignores a second SIGTERM")
    func secondTerm() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var behaviour = Behaviour()
            behaviour.startBase = {
                kill(getpid(), SIGTERM)
                try? await Task.sleep(for: .seconds(86_400))
                kill(getpid(), SIGTERM)
            }
            try await Self.run(behaviour)
        }
        #expect(log(result).hasSuffix("trellis: stopped\n"))
    }

    @Test("ends the process on a second SIGINT, even if a plugin blocks")
    func secondInterrupt() async {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            var behaviour = Behaviour()
            behaviour.startBase = {
                kill(getpid(), SIGINT)
                try? await Task.sleep(for: .seconds(86_400))
                kill(getpid(), SIGINT)
                Self.block()
            }
            try await Self.run(behaviour, settings: ["plugins.base.timeoutStop=1h"])
        }
        #expect(log(result).contains("stopping immediately"))
    }

    @Test("ends within the limits when a start blocks its thread")
    func blockedStart() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var behaviour = Behaviour()
            behaviour.startLone = {
                kill(getpid(), SIGTERM)
                Self.block()
            }
            try await Self.run(behaviour, settings: ["plugins.lone.timeoutStop=10ms"])
        }
        let log = log(result)
        #expect(
            log.contains("the plugin lone is stuck and was abandoned in its start activity=start plugin=lone"), "\(log)"
        )
        #expect(log.contains("trellis: stopped\n"), "\(log)")
    }

    @Test("reports the failure of a required plugin whose start blocks longer than its limit")
    func overdueStart() async {
        let result = await #expect(
            processExitsWith: .exitCode(ExitStatus.unavailable.rawValue), observing: [\.standardErrorContent]
        ) {
            var behaviour = Behaviour()
            behaviour.startLone = { Self.block() }
            try await Self.run(
                behaviour, settings: ["plugins.lone.timeoutStart=10ms", "plugins.lone.timeoutStop=10ms"])
        }
        #expect(log(result).contains("trellisd: the plugin lone cannot start: it took longer than 10ms"))
    }

    @Test("ends with the exit status of a required plugin that reaches the start limit")
    func requiredFailure() async {
        let result = await #expect(
            processExitsWith: .exitCode(ExitStatus.inputOutputError.rawValue), observing: [\.standardErrorContent]
        ) {
            var behaviour = Behaviour()
            behaviour.runBase = { throw PluginFailure(.storage, "the base is flooded") }
            let limit = ["plugins.base.restartDelay=1ms", "plugins.base.startLimitBurst=2"]
            try await Self.run(behaviour, settings: limit)
        }
        let log = log(result)
        let failure = "the plugin base failed: service RecordedService: the base is flooded"
        #expect(log.contains("trellisd: \(failure)"), "\(log)")
        #expect(log.contains("; it was started 2 times within 5min"), "\(log)")
    }

    @Test("ends within the limits when a service blocks its thread")
    func blockedService() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var behaviour = Behaviour()
            behaviour.runBase = {
                kill(getpid(), SIGTERM)
                Self.block()
            }
            try await Self.run(behaviour, settings: ["plugins.base.timeoutStop=10ms"])
        }
        let log = log(result)
        #expect(
            log.contains("services of the plugin base did not stop within 10ms, and were cancelled: RecordedService"),
            "\(log)")
        #expect(log.contains("the plugin base is stuck and was abandoned in its services: RecordedService "), "\(log)")
    }

    @Test("ends within the limits when a service blocks all threads of its plugin")
    func allThreadsBlocked() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var behaviour = Behaviour()
            behaviour.runBase = {
                kill(getpid(), SIGTERM)
                await withDiscardingTaskGroup { group in
                    for _ in 0..<64 { group.addTask { Self.block() } }
                }
            }
            try await Self.run(behaviour, settings: ["plugins.base.timeoutStop=10ms"])
        }
        #expect(log(result).contains("trellis: stopped\n"), "\(log(result))")
    }

    @Test("ends within the limits when closing blocks its thread")
    func blockedClosing() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var behaviour = Behaviour()
            behaviour.runBase = { kill(getpid(), SIGTERM) }
            behaviour.closeBase = { Self.block() }
            try await Self.run(behaviour, settings: ["plugins.base.timeoutStop=10ms"])
        }
        let log = log(result)
        #expect(log.contains("plugin=base"), "\(log)")
        #expect(log.contains("trellis: stopped\n"), "\(log)")
    }

    @Test("ends within the limits when a call blocks its thread, and logs the plugin")
    func blockedCall() async throws {
        try await withTemporaryFolder { folder in
            let result = await #expect(
                processExitsWith: .exitCode(ExitStatus.software.rawValue), observing: [\.standardErrorContent]
            ) { [path = folder.string as String] in
                var behaviour = Behaviour()
                behaviour.runBase = {
                    let client = try await VarlinkConnection.connect(to: .path("\(path)/socket"))
                    _ = try await client.call("org.example.notebook.Note", ["word": "a"])
                }
                behaviour.takeNote = {
                    kill(getpid(), SIGTERM)
                    Self.block()
                }
                try await Self.run(
                    behaviour,
                    settings: [
                        "control.timeoutStop=10ms", "control.timeoutClose=10ms", "plugins.notebook.enabled=true",
                    ],
                    in: FilePath(path))
            }
            let log = log(result)
            #expect(
                log.contains("ending the process; it waited for notebook (org.example.notebook.Note for "), "\(log)")
            #expect(log.contains(" plugins=notebook"), "\(log)")
        }
    }

    @Test("ends within the limits when a plugin blocks every thread")
    func blockedThreads() async {
        let result = await #expect(
            processExitsWith: .exitCode(ExitStatus.software.rawValue), observing: [\.standardErrorContent]
        ) {
            var behaviour = Behaviour()
            behaviour.startBase = {
                for _ in 0..<256 { Task.detached { Self.block() } }
                // These tasks fill the pool, which may have more threads than processors.
                kill(getpid(), SIGTERM)
                Self.block()
            }
            try await Self.run(behaviour, settings: ["plugins.base.timeoutStop=1h"])
        }
        #expect(log(result).contains("stop took too long, ending the process"))
    }
}
