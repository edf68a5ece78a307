import Dispatch
import Foundation
import HostInterface
import NIOCore
import NIOPosix
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Tasks and callbacks of a plugin", .timeLimit(.minutes(2)))
struct PluginTaskTests {
    /// Runs the plugin `faulty`, and a body while the plugin runs.
    ///
    /// A busy machine exceeds a short time limit of a stop, which is reported as a fault.
    private func withPlugin(
        _ script: FaultyScript, timeoutStop limit: String = "1min", _ body: (PluginHost) async throws -> Void
    ) async throws -> PluginHost {
        try await withTemporaryFolder { folder in
            let host = try FaultyScript.$current.withValue(script) {
                let environment = HostEnvironment.test(in: folder)
                return try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil,
                        options: [
                            "plugins.faulty.enabled=true", "plugins.faulty.required=false",
                            "plugins.faulty.timeoutStop=\(limit)", "plugins.faulty.restartDelay=1ms",
                        ],
                        registrations: [PluginRegistration(FaultyPlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run { try await body(host) }
            return host
        }
    }

    private func faults(of host: PluginHost) -> [PluginFault] {
        host.events.history(of: "faulty").events.compactMap { recorded in
            if case .fault(let fault, _) = recorded.event { fault } else { nil }
        }
    }

    @Test("a task is cancelled when the life of the plugin ends, before its instances close")
    func cancellation() async throws {
        var script = FaultyScript()
        let recorder = script.recorder
        script.create = { plugin in
            plugin.task("refresh") {
                recorder.note("task runs")
                try? await Task.sleep(for: .seconds(3600))
                recorder.note("task ends")
            }
        }
        script.close = { recorder.note("instance closes") }
        let host = try await withPlugin(script) { host in
            await recorder.wait(for: "task runs")
            #expect(await host.plugins()[0].state == .running)
        }
        #expect(recorder.events == ["task runs", "task ends", "instance closes"])
        #expect(faults(of: host).isEmpty)
    }

    @Test("a task that ignores its cancellation is reported with its name, and the plugin restarts when it has ended")
    func leak() async throws {
        var script = FaultyScript()
        let release = OneShotEvent()
        let starts = Mutex(0)
        script.create = { plugin in
            let isFirst = starts.withLock { starts in
                starts += 1
                return starts == 1
            }
            if isFirst { plugin.task("refresh") { await release.waitIgnoringCancellation() } }
        }
        _ = try await withPlugin(script, timeoutStop: "50ms") { host in
            var changes = host.statusChanged.changes().makeAsyncIterator()
            _ = try await host.control(.restart, "faulty", isDryRun: false)
            #expect(host.summary == "0 of 1 plugins run; faulty failed")
            let messages = faults(of: host).map { $0.message(of: "faulty") }
            #expect(
                messages.contains("the plugin faulty is stuck: tasks that ignore their cancellation leaked: refresh"),
                "\(messages)")
            release.signal()
            while !Task.isCancelled, host.summary != "1 plugin runs" { await changes.next() }
        }
    }

    @Test("a callback that occupies an event loop or a shared thread blocks the daemon, one on another thread does not")
    func sharedThreads() async throws {
        let executor = PluginExecutor(plugin: "caller")
        let blocked: @Sendable () -> Int? = {
            executor.attribute(returning: { executor.blockedThreads(for: .zero).count })
        }
        #expect(try await MultiThreadedEventLoopGroup.singleton.next().submit { blocked() }.get() == 1)
        #expect(await Task.detached { blocked() }.value == 1)
        let other = await withCheckedContinuation { continuation in
            DispatchQueue(label: "library").async { continuation.resume(returning: blocked()) }
        }
        #expect(other == 0)
        #expect(await Task.detached { executor.blockedThreads(for: .zero).count }.value == 0)
        let long = await Task.detached {
            executor.attribute(returning: { executor.blockedThreads(for: .seconds(3600)).count })
        }.value
        #expect(long == 0)
    }

    @Test("a task returns its result, and runs on the threads of the plugin")
    func result() async throws {
        var script = FaultyScript()
        let recorder = script.recorder
        script.create = { plugin in
            let task = plugin.task("count") { 42 }
            plugin.task("wait") { recorder.note("\(try await task.value)") }
        }
        _ = try await withPlugin(script) { host in
            await recorder.wait(for: "42")
            let plugin = await host.plugins()[0]
            #expect(plugin.jobs ?? 0 >= 2)
        }
    }

    @Test("an attributed callback on a thread of a library counts for the plugin, and returns its result or error")
    func callback() {
        let executor = PluginExecutor(plugin: "caller")
        let plugin = PluginEnvironment(
            name: "caller", directories: PluginDirectories(state: "/", cache: "/", runtime: "/"), clock: .system,
            logger: .init(label: "caller"), credential: { _ in nil }, status: { _ in },
            execution: PluginExecution(executor, PluginTasks()))
        DispatchQueue(label: "library").sync {
            let threads = plugin.attributed {
                plugin.attributed { executor.foreignThreads.map(\.number) }
            }
            #expect(threads == [WorkerThread().number])
            #expect(throws: CancellationError.self) { try plugin.attributed { throw CancellationError() } }
        }
        #expect(executor.foreignThreads.isEmpty)
        #expect(executor.usage.callbacks == 2)
        #expect(executor.usage.jobs == 0)
        #expect(executor.usage.processorTime > 0)
    }
}

extension PluginExecutor {
    /// Calls an attributed function, and returns its result.
    fileprivate func attribute<Value>(returning body: () -> Value) -> Value? {
        var value: Value?
        attribute { value = body() }
        return value
    }
}
