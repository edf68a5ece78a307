import Dispatch
import HostInterface
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("A plugin that makes no progress", .timeLimit(.minutes(2)))
struct StallTests {
    @Test("is stalled when no job begins on occupied threads for the limit")
    func detection() {
        var detector = StallDetector(limit: .seconds(30), interval: .seconds(10))
        let samples: [Int?] = [7, 7, nil, 7, 7, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9]
        let stalls = samples.indices.filter { detector.isStalled(at: samples[$0]) }
        #expect(stalls == [8, 14])
    }

    @Test("a job that occupies one thread is reported once, while the plugin has another thread")
    func blockedJob() {
        var jobs = BlockedJobs()
        var (first, second) = (WorkerThread(), WorkerThread())
        (first.jobStart, second.jobStart) = (1, 2)
        #expect(jobs.new(among: [first]).isEmpty)
        #expect(jobs.new(among: [first, second]).map(\.jobStart) == [1])
        #expect(jobs.new(among: [first]).isEmpty)
        // The thread runs another job.
        first.jobStart = 3
        #expect(jobs.new(among: [first]).isEmpty)
        #expect(jobs.new(among: [first]).map(\.jobStart) == [3])
        #expect(jobs.new(among: []).isEmpty)
    }

    @Test("a call that blocks one thread is logged with the plugin and the thread, and other calls go on")
    func blockedThread() async throws {
        let log = LogRecorder(level: .notice)
        try await withBlockedPlugin([], threads: 1, log: log) { host, clock, _ in
            // Two samples see the job. In less than the stallLimit of 4 s, a thread that is only slow is not a stall.
            try await pass(clock, seconds: 3)
            let line = try await log.wait(for: "code of the plugin notebook has occupied a thread for more than 1s")
            #expect(line.contains("calls in progress: org.example.notebook.Note (1). It must not block"), "\(line)")
            #expect(await host.plugins().first { $0.name == "notebook" }?.state == .running)
        }
    }

    /// The plugin `notebook` with `stallLimit: 4s`, and threads that its calls block until the end of the body.
    private func withBlockedPlugin(
        _ settings: [String], threads: Int = PluginExecutor.maximumWorkers,
        log: LogRecorder = LogRecorder(level: .notice),
        _ body: (PluginHost, ManualClock, _ release: @Sendable () -> Void) async throws -> Void
    ) async throws {
        let gate = DispatchSemaphore(value: 0)
        let release: @Sendable () -> Void = { for _ in 0..<2 * PluginExecutor.maximumWorkers { gate.signal() } }
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        let blocked = Mutex(0)
        behaviour.takeNote = {
            let number = blocked.withLock { blocked in
                blocked += 1
                return blocked
            }
            recorder.note("call \(number) blocks")
            gate.wait()
        }
        let clock = ManualClock()
        try await withTemporaryFolder { [behaviour] folder in
            let environment = HostEnvironment.test(in: folder, clock: clock.clock, logger: log.logger)
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil,
                        options: [
                            "plugins.notebook.stallLimit=4s", "plugins.notebook.timeoutStop=10ms",
                            "plugins.lone.enabled=true",
                        ] + settings,
                        registrations: [PluginRegistration(LonePlugin.self), PluginRegistration(NotebookPlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await host.watchStalls() }
                    for number in 1...threads {
                        group.addTask { _ = try? await note("word", on: host) }
                        await recorder.wait(for: "call \(number) blocks")
                    }
                    defer { release() }
                    try await body(host, clock, release)
                    group.cancelAll()
                }
            }
        }
    }

    private func pass(_ clock: ManualClock, seconds: Int) async throws {
        for _ in 0..<seconds { try await clock.passNext(.seconds(1)) }
    }

    @Test("fails with its threads as the reason, and others run")
    func failure() async throws {
        let log = LogRecorder(level: .notice)
        try await withBlockedPlugin(["plugins.notebook.required=false"], log: log) { host, clock, release in
            try await pass(clock, seconds: 5)
            await wait(host) { $0.contains("notebook failed") }
            let notebook = try #require(await host.plugins().first { $0.name == "notebook" })
            #expect(notebook.state == .failed)
            let reason = try #require(notebook.reason)
            let message = try Regex(
                "it made no progress for 4s \\(stallLimit\\); all its threads are blocked: [^;]+; calls in progress: "
                    + "org.example.notebook.Note \\(\(PluginExecutor.maximumWorkers)\\)(; code of the plugin that was abandoned still runs)?\\. Its code must not block: use "
                    + "asynchronous functions, or increase stallLimit in its section of the configuration")
            #expect(reason.wholeMatch(of: message) != nil, "\(reason)")
            // A thread that has just been blocked may still be running.
            #expect(reason.matches(of: /\d+ \((sleeping|running)\)/).count == PluginExecutor.maximumWorkers)
            #expect(notebook.stalls == 1)
            #expect(await host.plugins().first { $0.name == "lone" }?.state == .running)
            #expect(!host.requiredFailed.isSignaled)
            let logged = try #require(log.lines.first { $0.contains(" is stalled: ") })
            #expect(logged.contains(" limit=4s ") && logged.contains(" plugin=notebook threads="))
            // It starts again when the blocked code has ended.
            release()
            await wait(host) { $0.contains("notebook failed, next start in ") }
        }
    }

    @Test("fails after a limit that a reload has changed")
    func changedLimit() async throws {
        try await withBlockedPlugin(["plugins.notebook.required=false"]) { host, clock, _ in
            let changed = try LoadedConfiguration(
                path: nil, options: ["plugins.notebook.stallLimit=2s", "plugins.notebook.required=false"],
                registrations: host.hostedPlugins.map(\.plugin.registration))
            let notebook = try host.index(of: "notebook")
            host.hostedPlugins[notebook].plugin = changed.plugins[notebook]
            try await pass(clock, seconds: 1)
            for _ in 0..<5 { try await clock.passNext(.milliseconds(500)) }
            await wait(host) { $0.contains("notebook failed") }
            let reason = await host.plugins().first { $0.name == "notebook" }?.reason
            #expect(reason?.hasPrefix("it made no progress for 2s (stallLimit)") == true)
        }
    }

    @Test("fails its calls with the reason, also those that wait for a thread")
    func calls() async throws {
        try await withBlockedPlugin(["plugins.notebook.required=false"]) { host, clock, _ in
            async let waiting = note("late", on: host)
            let executor = host.hostedPlugins[try host.index(of: "notebook")].executor
            while !Task.isCancelled, executor.usage.waitingJobs == 0 { await Task.yield() }
            try await pass(clock, seconds: 5)
            do {
                _ = try await waiting
                Issue.record("the call succeeded")
            } catch let error as RemoteError {
                #expect(error.name == "io.trellis.Host.PluginNotRunning")
                #expect(error.parameters["state"] == "failed")
                #expect("\(error)".contains("it made no progress for 4s"))
            }
        }
    }

    @Test("stops the daemon if it is required")
    func required() async throws {
        try await withBlockedPlugin([]) { host, clock, _ in
            try await pass(clock, seconds: 5)
            await host.requiredFailed.wait()
            #expect(host.requiredFailure?.message.contains("it made no progress for 4s") == true)
        }
    }

    /// Waits until the summary of the plugins' states meets a condition.
    private func wait(_ host: PluginHost, for isExpected: (String) -> Bool) async {
        var changes = host.statusChanged.changes().makeAsyncIterator()
        while !Task.isCancelled, !isExpected(host.summary) { await changes.next() }
    }
}

private func note(_ word: String, on host: PluginHost) async throws -> JSONObject {
    try await LocalCaller(router: host.router).call("org.example.notebook.Note", ["word": .string(word)] as JSONObject)
}
