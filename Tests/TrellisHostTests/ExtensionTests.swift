import Dispatch
import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// The extension points of plugins, as the plugins notice them.
@Suite("Extension points", .timeLimit(.minutes(2)))
struct ExtensionTests {
    private static let plugins = [
        PluginRegistration(HubPlugin.self), PluginRegistration(GuestPlugin.self),
        PluginRegistration(GuestPlugin.self, name: "visitor"),
    ]

    private func withHub(
        _ text: String = "plugins:\n  guest:\n  hub:\n  visitor:\n", script: HubScript = HubScript(),
        _ body: (ReloadedHost) async throws -> Void
    ) async throws {
        try await HubScript.$current.withValue(script) {
            try await withReloadedHost(text, plugins: Self.plugins, body)
        }
    }

    @Test("contributions come and go with the contributor, and a stopped or disabled hub is no error")
    func comingAndGoing() async throws {
        let script = HubScript()
        try await withHub(script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest visitor")
            _ = try await fixture.host.control(.stop, "guest", isDryRun: false)
            #expect(script.guests == ["visitor"])
            _ = try await fixture.host.control(.start, "guest", isDryRun: false)
            #expect(script.guests == ["guest", "visitor"])
            _ = try await fixture.host.setEnablement(of: "visitor", to: false, by: "ada", isDryRun: false)
            #expect(script.guests == ["guest"])
            let guest = try #require(script.guest("guest"))

            _ = try await fixture.host.control(.stop, "hub", isDryRun: false)
            #expect(script.guests.isEmpty)
            #expect(script.recorder.events.last == "no more guests")
            #expect(fixture.states == ["hub stopped", "guest running"])
            #expect(try await guest.use { try await $0.greet() } == "hello")
            _ = try await fixture.host.setEnablement(of: "hub", to: false, by: "ada", isDryRun: false)
            _ = try await fixture.host.setEnablement(of: "visitor", to: true, by: "ada", isDryRun: false)
            #expect(fixture.states == ["guest running", "visitor running"])
            _ = try await fixture.host.setEnablement(of: "hub", to: true, by: "ada", isDryRun: false)
            #expect(script.guests == ["guest", "visitor"])
        }
    }

    @Test("the contribution of a plugin that fails is withdrawn, and returns with the restart of the plugin")
    func failure() async throws {
        let fail = OneShotEvent()
        let script = HubScript(serve: {
            await cancelWhenGracefulShutdown { await fail.wait() }
            if HubFailures.isFirst { throw PluginFailure(.unavailable, "the guest is ill") }
            try await gracefulShutdown()
        })
        try await withHub("plugins:\n  guest:\n    restartDelay: 1ms\n  hub:\n", script: script) {
            fixture async throws in
            await script.recorder.wait(for: "guests: guest")
            fail.signal()
            await script.recorder.wait(for: "hello closed")
            var changes = fixture.host.statusChanged.changes().makeAsyncIterator()
            while !Task.isCancelled, fixture.states != ["hub running", "guest running"] || script.guests != ["guest"] {
                await changes.next()
            }
            #expect(try await script.guest("guest")?.use { try await $0.greet() } == "hello")
        }
    }

    @Test("contributions are inactive while the hub has failed, and active again when it has restarted")
    func failedHub() async throws {
        let (fail, restart) = (OneShotEvent(), OneShotEvent())
        let recorder = Recorder()
        let script = HubScript(
            openHub: { life in
                guard life > 1 else { return }
                recorder.note("hub opens again")
                await restart.wait()
                try Task.checkCancellation()
            },
            serveHub: { life in
                guard life == 1 else { return try await gracefulShutdown() }
                await cancelWhenGracefulShutdown { await fail.wait() }
                throw PluginFailure(.unavailable, "the hub is ill")
            })
        let text = "plugins:\n  guest:\n  hub:\n    restartDelay: 1ms\n  visitor:\n"
        try await withHub(text, script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest visitor")
            let (old, guest) = (try #require(script.list), try #require(script.guest("guest")))
            fail.signal()
            await recorder.wait(for: "hub opens again")
            // The list of the failed life has ended. The guests run, and can be used by those who have them.
            #expect(old.current.isEmpty && script.recorder.events.last == "no more guests")
            #expect(fixture.states.filter { $0.hasSuffix(" running") } == ["guest running", "visitor running"])
            #expect(try await guest.use { try await $0.greet() } == "hello")
            _ = try await fixture.host.setEnablement(of: "visitor", to: false, by: "ada", isDryRun: false)
            #expect(old.current.isEmpty)

            restart.signal()
            var changes = fixture.host.statusChanged.changes().makeAsyncIterator()
            while !Task.isCancelled, fixture.states != ["hub running", "guest running"] { await changes.next() }
            #expect(script.guests == ["guest"] && old.current.isEmpty)
            #expect(try await script.guest("guest")?.use { try await $0.greet() } == "hello")
            _ = try await fixture.host.setEnablement(of: "visitor", to: true, by: "ada", isDryRun: false)
            #expect(script.guests == ["guest", "visitor"])
        }
    }

    @Test(
        "a reload replaces the contribution: a use in progress keeps the old instance, and the next one gets the new one"
    )
    func reload() async throws {
        let release = OneShotEvent()
        let script = HubScript(greet: { word in
            HubScript.current.recorder.note("\(word) greets")
            if word == "hello" { await release.wait() }
        })
        try await withHub("plugins:\n  guest:\n  hub:\n", script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest")
            let guest = try #require(script.guest("guest"))
            async let greeting = guest.use { try await $0.greet() }
            await script.recorder.wait(for: "hello greets")
            try await fixture.reload("plugins:\n  guest:\n    confirmHealth: 0\n    word: tea\n  hub:\n")
            #expect(try await guest.use { try await $0.greet() } == "tea")
            #expect(!script.recorder.events.contains("hello closed"))
            release.signal()
            #expect(try await greeting == "hello")
            await script.recorder.wait(for: "hello closed")
            #expect(script.guests == ["guest"] && !script.recorder.events.contains("guests: "))
            #expect(fixture.states == ["hub running", "guest running"])

            try await fixture.reload(
                "plugins:\n  guest:\n    confirmHealth: 0\n    word: tea\n    greets: false\n  hub:\n")
            #expect(script.guests.isEmpty)
            await #expect(throws: ExtensionUnavailable(plugin: "guest")) {
                try await guest.use { try await $0.greet() }
            }
        }
    }

    @Test("a stop waits for uses in progress, and rejects further ones")
    func draining() async throws {
        let release = OneShotEvent()
        let script = HubScript(greet: { _ in
            HubScript.current.recorder.note("greets")
            await release.waitIgnoringCancellation()
            HubScript.current.recorder.note("greeted")
        })
        let text = "plugins:\n  guest:\n    timeoutStop: 1h\n  hub:\n"
        try await withHub(text, script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest")
            let guest = try #require(script.guest("guest"))
            async let greeting = guest.use { try await $0.greet() }
            await script.recorder.wait(for: "greets")
            async let stop = fixture.host.control(.stop, "guest", isDryRun: false)
            await script.recorder.wait(for: "guests: ")
            await #expect(throws: ExtensionUnavailable(plugin: "guest")) {
                try await guest.use { try await $0.greet() }
            }
            release.signal()
            #expect(try await greeting == "hello")
            _ = try await stop
            #expect(script.recorder.events.suffix(2) == ["greeted", "hello closed"])
        }
    }

    @Test(
        "a use that exceeds timeoutStop ends with ExtensionUnavailable, also if it ignores its cancellation",
        arguments: [true, false])
    func stopLimit(isCooperative: Bool) async throws {
        let release = OneShotEvent()
        let script = HubScript(greet: { _ in
            HubScript.current.recorder.note("greets")
            guard isCooperative else { return await release.waitIgnoringCancellation() }
            await release.wait()
            try Task.checkCancellation()
        })
        let text = "plugins:\n  guest:\n    timeoutStop: 1ms\n  hub:\n"
        try await withHub(text, script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest")
            let guest = try #require(script.guest("guest"))
            let greeting = Task { try await guest.use { try await $0.greet() } }
            await script.recorder.wait(for: "greets")
            _ = try await fixture.host.control(.stop, "guest", isDryRun: false)
            await #expect(throws: ExtensionUnavailable(plugin: "guest")) { try await greeting.value }
            release.signal()
        }
    }

    @Test("the cancellation of a caller does not wait for a guest that ignores it, and the guest closes after its code")
    func cancellation() async throws {
        let release = OneShotEvent()
        let script = HubScript(greet: { _ in
            HubScript.current.recorder.note("greets")
            await release.waitIgnoringCancellation()
            HubScript.current.recorder.note("greeted")
        })
        let text = "plugins:\n  guest:\n    timeoutStop: 1h\n  hub:\n"
        try await withHub(text, script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest")
            let guest = try #require(script.guest("guest"))
            let greeting = Task { try await guest.use { try await $0.greet() } }
            await script.recorder.wait(for: "greets")
            greeting.cancel()
            await #expect(throws: CancellationError.self) { try await greeting.value }
            async let stop = fixture.host.control(.stop, "guest", isDryRun: false)
            await script.recorder.wait(for: "guests: ")
            #expect(!script.recorder.events.contains("hello closed"))
            release.signal()
            _ = try await stop
            // The list of guests may change between the two.
            let ends = script.recorder.events.filter { ["greeted", "hello closed"].contains($0) }
            #expect(ends == ["greeted", "hello closed"])
        }
    }

    @Test("the work of a guest is counted as that of the guest")
    func attribution() async throws {
        let script = HubScript()
        try await withHub(script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest visitor")
            func jobs(_ plugin: String) throws -> Int {
                fixture.host.hostedPlugins[try fixture.host.index(of: plugin)].executor.usage.jobs
            }
            let (guest, visitor) = (try jobs("guest"), try jobs("visitor"))
            let count = 50
            for _ in 0..<count { #expect(try await script.guest("guest")?.use { try await $0.greet() } == "hello") }
            // Both plugins may also have jobs of their own at this time, but fewer.
            #expect(try jobs("guest") >= guest + count)
            #expect(try jobs("visitor") < visitor + count)
        }
    }

    @Test("a use in a call waits for one use of each other user, and not for all of them")
    func turns() async throws {
        let (begun, continuation) = AsyncStream.makeStream(of: UInt32?.self)
        let gate = DispatchSemaphore(value: 0)
        let pass: @Sendable () -> Void = { gate.wait() }
        let script = HubScript(greet: { _ in
            continuation.yield(CallIdentity.current?.userID)
            pass()
        })
        try await withHub("plugins:\n  guest:\n  hub:\n", script: script) { fixture async throws in
            await script.recorder.wait(for: "guests: guest")
            let guest = try #require(script.guest("guest"))
            let executor = fixture.host.hostedPlugins[try fixture.host.index(of: "guest")].executor
            var beginnings = begun.makeAsyncIterator()
            try await withThrowingTaskGroup(of: Void.self) { group in
                func use(by user: UInt32) {
                    group.addTask {
                        try await CallIdentity.$current.withValue(CallIdentity(userID: user)) {
                            _ = try await guest.use { try await $0.greet() }
                        }
                    }
                }
                let (threads, waiting) = (PluginExecutor.maximumWorkers, 20)
                for _ in 0..<threads + waiting { use(by: 1) }
                for _ in 0..<threads { _ = await beginnings.next() }
                // The first user occupies all threads of the guest, and has uses that wait. Then that of another user begins.
                while !Task.isCancelled, executor.usage.waitingJobs < waiting { await Task.yield() }
                use(by: 2)
                while !Task.isCancelled, executor.usage.waitingJobs < waiting + 1 { await Task.yield() }
                // The waiting job that was counted may be another one of the plugin, so the use may begin a little later.
                var count = 0
                var user: UInt32?
                while !Task.isCancelled, user != 2 {
                    gate.signal()
                    user = await beginnings.next() ?? nil
                    count += 1
                }
                #expect(count < waiting / 2)
                for _ in 0..<threads + waiting + 1 - count { gate.signal() }
                try await group.waitForAll()
            }
        }
    }

    @Test("the explanation of a plugin names the plugins that it extends, and those that extend it")
    func explanation() async throws {
        try await withHub("plugins:\n  guest:\n  hub:\n") { fixture async throws in
            let (hub, guest) = (try fixture.host.explain("hub"), try fixture.host.explain("guest"))
            #expect(hub.extendedBy?.map(\.name) == ["guest"] && hub.extends == [])
            #expect(guest.extends?.map(\.name) == ["hub"] && guest.extendedBy == [])
            #expect(guest.requires.isEmpty && hub.requiredBy.isEmpty)
        }
    }

    @Test("the graphs show the extension points, their contributors, and the extended plugins")
    func graph() async throws {
        try await withHub { fixture async throws in
            func text(_ plugin: String?, _ format: HostContract.GraphFormat) throws -> String {
                try fixture.host.graphs(of: plugin, in: format)[0].text
            }
            #expect(try text("hub", .text).hasSuffix("\nextension point Greeter: extended by guest, visitor"))
            #expect(try text("guest", .text).hasSuffix("\nextends Greeter of hub"))
            #expect(
                try text("hub", .json).hasPrefix(
                    #"{"extends":[],"extensionPoints":[{"extendedBy":["guest","visitor"],"point":"Greeter"}],"root":{"#)
            )
            #expect(
                try text("guest", .json).hasPrefix(
                    #"{"extends":[{"plugin":"hub","point":"Greeter"}],"extensionPoints":[],"root":{"#))
            let dot = #" -> "root\/hub \d+" \[style=dotted, label="extends"\];"#
            #expect(
                try text(nil, .dot).matches(of: try Regex(#""root\/(guest|visitor)\/generation \d+""# + dot)).count == 2
            )
            #expect(try text(nil, .mermaid).matches(of: try Regex(#"n\d+ -\.->\|"extends"\| n\d+"#)).count == 2)
            // The graph of one plugin has no arrows to other plugins.
            #expect(try !text("guest", .dot).contains("extends"))
        }
        try await withHub("plugins:\n  hub:\n") { fixture async throws in
            let text = try fixture.host.graphs(of: "hub", in: .text)[0].text
            #expect(text.hasSuffix("\nextension point Greeter: not extended"))
        }
    }

    @Test("the daemon can declare an extension point in its root")
    func root() async throws {
        let script = HubScript()
        try await withPlugins(
            [PluginRegistration(GuestPlugin.self)],
            root: { root in
                root.extensionPoint((any Greeter).self)
            },
            adjusting: { _, blueprint in
                blueprint.provide { (guests: Extensions<any Greeter>) in
                    script.list = guests
                    return Room()
                }
            }
        ) { plugins async throws in
            #expect(script.guests == ["guest"])
            try await plugins.stop("guest")
            #expect(script.guests.isEmpty)
        }
    }

    @Test("rejects a service, a session, a contribution and an export in the root, which nothing would use")
    func rootParts() async throws {
        struct IdleService: Service { func run() async throws {} }
        let failure = await #expect(throws: HostFailure.self) {
            try await withPlugins(
                [PluginRegistration(GuestPlugin.self)],
                root: { root in
                    root.run { () in IdleService() }
                    root.session { _ in }
                    root.extend({ () in Stranger() }) { $0 as any Greeters }
                    root.provide(value: 1)
                    root.export(Int.self)
                }
            ) { _ in }
        }
        let message = try #require(failure).message
        for verb in ["run", "session", "extend", "export"] {
            #expect(message.contains(": the root scope has no \(verb): nothing would use it"), "\(message)")
        }
    }

    private struct Room: Sendable {}

    private func failure(_ plugins: [PluginRegistration], disabled: String? = nil) async -> HostFailure? {
        await #expect(throws: HostFailure.self) {
            try await withPlugins(plugins, settings: disabled.map { ["\($0).enabled": "false"] } ?? [:]) { _ in }
        }
    }

    @Test("rejects a contribution to a point that no plugin declares, with its location and a similar point")
    func unknownPoint() async throws {
        let registrations = [PluginRegistration(StrangerPlugin.self), PluginRegistration(HubPlugin.self)]
        let failure = try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try PluginHost(
                configuration: LoadedConfiguration(
                    path: nil, options: registrations.map { "plugins.\($0.name).enabled=true" },
                    registrations: registrations),
                environment: environment, router: .host(logger: environment.logger("trellis")))
            return #expect(throws: HostFailure.self) { try host.rejectConflicts() }
        }
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("TrellisHostTests/HubPlugin.swift:"))
        #expect(
            message.hasSuffix(
                ": the plugin stranger extends Greeters, but no plugin of this daemon declares this extension point "
                    + "(did you mean Greeter?)"))
        #expect(failure?.advice == "Add the plugin that declares it to the daemon, or remove the contribution")
    }

    @Test("a daemon that is ready logs a contribution to a point that no plugin declares")
    func unknownPointOfDaemon() async throws {
        try await withTemporaryFolder { folder in
            let log = LogRecorder()
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            let host = try PluginHost(
                configuration: LoadedConfiguration(
                    path: nil, options: ["plugins.stranger.enabled=true"],
                    registrations: [PluginRegistration(StrangerPlugin.self), PluginRegistration(HubPlugin.self)]),
                environment: environment, router: .host(logger: environment.logger("trellis")))
            host.reportUnknownPoints()
            #expect(log.lines.contains { $0.contains("the plugin stranger extends Greeters, but no plugin") })
        }
    }

    @Test("rejects two plugins that declare the same point, unless one is disabled")
    func sharedPoint() async throws {
        let plugins = [PluginRegistration(HubPlugin.self), PluginRegistration(HubPlugin.self, name: "inn")]
        let message = await failure(plugins)?.message ?? ""
        #expect(message.hasPrefix("the extension point Greeter is declared more than once: by the plugin hub ("))
        #expect(message.contains(" and the plugin inn (TrellisHostTests/HubPlugin.swift:"))
        try await withPlugins(plugins, settings: ["inn.enabled": "false"]) { _ in }
    }

    @Test("rejects a contribution in a session")
    func misplaced() async {
        let failure = await failure([PluginRegistration(LostPlugin.self)])
        #expect(
            failure?.message.hasSuffix(
                "the plugin lost names the extension point Greeters in a session or a scene, whose instances close before "
                    + "those of the plugin") == true)
        #expect(failure?.advice == "Move the line to assemble(_:configuration:) of the plugin")
    }

    @Test("rejects a reload and a command that would enable a second plugin with the same point")
    func laterConflict() async throws {
        let plugins = Self.plugins + [PluginRegistration(HubPlugin.self, name: "inn")]
        try await withReloadedHost("plugins:\n  hub:\n", plugins: plugins) { fixture async throws in
            #expect(throws: HostError.self) { _ = try fixture.plan("plugins:\n  hub:\n  inn:\n") }
            await #expect(throws: HostError.self) {
                _ = try await fixture.host.setEnablement(of: "inn", to: true, by: "ada", isDryRun: false)
            }
            #expect(fixture.states == ["hub running"])
        }
    }

    @Test("a plugin cannot depend on the environment of the host")
    func hostEnvironment() async throws {
        let failure = await #expect(throws: AdmissionError.self) {
            try await withPlugins(
                [PluginRegistration(GuestPlugin.self)],
                adjusting: { _, blueprint in
                    blueprint.provide { (environment: HostEnvironment) in Room() }
                }
            ) { _ in }
        }
        #expect(failure?.description.contains("needs HostEnvironment") == true, "\(failure?.description ?? "")")
    }
}

/// Whether the guest is to fail: only once.
private enum HubFailures {
    private static let first = Mutex(true)

    static var isFirst: Bool {
        first.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
    }
}
