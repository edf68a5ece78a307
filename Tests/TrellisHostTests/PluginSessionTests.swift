import Foundation
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Sessions", .timeLimit(.minutes(2)))
struct PluginSessionTests {
    /// Runs a body while the plugin runs.
    private func withNotebook(
        _ behaviour: Behaviour = Behaviour(), over transport: Transport,
        _ body: (RunningPlugin) async throws -> Void
    ) async throws {
        try await Behaviour.$current.withValue(behaviour) {
            try await withPlugin(NotebookPlugin.self, over: transport, body)
        }
    }

    private func note(_ word: String, by caller: any VarlinkCaller) async throws -> JSONObject {
        try await caller.call("org.example.notebook.Note", ["word": .string(word)])
    }

    @Test("are shared by the calls of a connection, and by no others", arguments: Transport.allCases)
    func separate(over transport: Transport) async throws {
        try await withNotebook(over: transport) { plugin in
            let another = try await plugin.connect()
            _ = try await note("tea", by: plugin.caller)
            let words = try await note("salt", by: plugin.caller)["words"]
            #expect(words == ["tea", "salt"])
            let others = try await note("ink", by: another)["words"]
            #expect(others == ["ink"])
        }
    }

    @Test("receive the credentials of their client")
    func client() async throws {
        try await withNotebook(over: .socket) { plugin in
            let user = try await note("tea", by: plugin.caller)["user"]
            #expect(user == .integer(Int64(getuid())))
        }
        try await withNotebook(over: .process) { plugin in
            let user = try await note("tea", by: plugin.caller)["user"]
            #expect(user == nil)
        }
    }

    @Test("are opened by the first call, and closed with the connection")
    func connectionEnd() async throws {
        let behaviour = Behaviour()
        try await withNotebook(behaviour, over: .socket) { plugin in
            let connection = try #require(try await plugin.connect() as? VarlinkConnection)
            #expect(behaviour.recorder.events.isEmpty)
            _ = try await note("tea", by: connection)
            #expect(behaviour.recorder.events == ["notebook opened"])
            await connection.close()
            await behaviour.recorder.wait(for: "notebook of tea closed")
        }
    }

    @Test("are closed when their in-process caller is released")
    func callerEnd() async throws {
        let behaviour = Behaviour()
        try await withNotebook(behaviour, over: .process) { plugin in
            func use() async throws { _ = try await note("tea", by: try await plugin.connect()) }
            try await use()
            await behaviour.recorder.wait(for: "notebook of tea closed")
        }
    }

    @Test("are closed with the plugin", arguments: Transport.allCases)
    func pluginEnd(over transport: Transport) async throws {
        let behaviour = Behaviour()
        try await withNotebook(behaviour, over: transport) { plugin in
            _ = try await note("tea", by: plugin.caller)
        }
        #expect(behaviour.recorder.events == ["notebook opened", "notebook of tea closed"])
    }

    @Test("fail a call when they cannot be opened, and can be opened by the next call", arguments: Transport.allCases)
    func failure(over transport: Transport) async throws {
        struct Torn: Error {}
        let attempts = Recorder()
        var behaviour = Behaviour()
        behaviour.openNotebook = {
            attempts.note("attempt")
            if attempts.events.count == 1 { throw Torn() }
        }
        try await withNotebook(behaviour, over: transport) { plugin in
            let error = await #expect(throws: RemoteError.self) { _ = try await note("tea", by: plugin.caller) }
            #expect(error?.name == "io.trellis.Host.Failure")
            let words = try await note("salt", by: plugin.caller)["words"]
            #expect(words == ["salt"])
        }
    }

    @Test("are no longer opened when the call that waits has ended", arguments: Transport.allCases)
    func disconnect(over transport: Transport) async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.openNotebook = {
            recorder.note("opening")
            defer { recorder.note("cancelled") }
            for await _ in AsyncStream<Void>.makeStream().stream {}
            throw CancellationError()
        }
        try await withNotebook(behaviour, over: transport) { plugin in
            let caller = try await plugin.connect()
            let call = Task { try await note("tea", by: caller) }
            await recorder.wait(for: "opening")
            call.cancel()
            if let connection = caller as? VarlinkConnection { await connection.close() }
            await recorder.wait(for: "cancelled")
            _ = await call.result
        }
        #expect(recorder.events == ["opening", "cancelled"])
    }

    @Test("are opened again for a call that waited for an opening which earlier calls had ended")
    func laterCall() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.openNotebook = {
            guard !recorder.events.contains("cancelled") else { return recorder.note("opened again") }
            recorder.note("opening")
            for await _ in AsyncStream<Void>.makeStream().stream {}
            recorder.note("cancelled")
            await recorder.wait(for: "go")
            throw CancellationError()
        }
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil, options: ["plugins.notebook.enabled=true"],
                        registrations: [PluginRegistration(NotebookPlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run {
                let caller = LocalCaller(router: host.router)
                let first = Task { try await note("tea", by: caller) }
                await recorder.wait(for: "opening")
                first.cancel()
                await recorder.wait(for: "cancelled")
                let second = Task { try await note("salt", by: caller) }
                let calls = try #require(host.hostedPlugins[0].life?.generations.first?.calls)
                while !Task.isCancelled, calls.current.count < 2 { await Task.yield() }
                // The second call has reached the sessions, which serve one after the other.
                let sessions = try #require(host.hostedPlugins[0].life?.scopes?.sessions)
                for _ in 0..<100 { #expect(await sessions.count == 1) }
                recorder.note("go")
                await #expect(throws: (any Error).self) { _ = try await first.value }
                let words = try await second.value["words"]
                #expect(words == ["salt"])
            }
        }
        #expect(recorder.events.contains("opened again"))
    }

    @Test("log an undeclared error with the plugin and the method")
    func undeclaredError() async throws {
        struct Torn: Error {}
        let log = LogRecorder(level: .notice)
        var behaviour = Behaviour()
        behaviour.takeNote = { throw Torn() }
        try await Behaviour.$current.withValue(behaviour) {
            try await withTemporaryFolder { folder in
                let environment = HostEnvironment.test(in: folder, logger: log.logger)
                try await withPlugin(NotebookPlugin.self, environment: environment, over: .process) { plugin in
                    _ = await #expect(throws: RemoteError.self) { _ = try await note("tea", by: plugin.caller) }
                }
            }
        }
        let message =
            "the method org.example.notebook.Note of the plugin notebook threw an undeclared error: Torn()"
        #expect(log.lines.contains { $0.hasPrefix(message) }, "\(log.lines)")
    }

    @Test("are lost when the connection is handed over, and the next call reports the loss")
    func handover() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let router = VarlinkRouter.host(logger: environment.logger("trellis"))
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: ["plugins.notebook.enabled=true"],
                    registrations: [PluginRegistration(NotebookPlugin.self)]),
                environment: environment, router: router)
            try await host.run {
                let address = VarlinkAddress.path(folder.appending("io.trellis").string)
                let first = VarlinkServer(router: router)
                try first.listen(on: address)
                async let running: Void = first.run()
                let user = try await VarlinkConnection.connect(to: address)
                let other = try await VarlinkConnection.connect(to: address)
                _ = try await note("tea", by: user)
                _ = try await ServiceClient(other).getInfo()
                let connections = await first.handOver(gracePeriod: .seconds(60))
                try await running
                #expect(connections.count == 2)

                let second = VarlinkServer(router: router)
                await second.adopt(connections)
                async let runningAgain: Void = second.run()
                _ = try await ServiceClient(user).getInfo()
                let error = await #expect(throws: RemoteError.self) { _ = try await note("salt", by: user) }
                #expect(error?.name == "io.trellis.Host.SessionLost")
                #expect(error?.parameters["plugin"] == "notebook")
                let words = try await note("ink", by: user)["words"]
                #expect(words == ["ink"])
                let others = try await note("pen", by: other)["words"]
                #expect(others == ["pen"])
                await second.shutdown(gracePeriod: .zero)
                try await runningAgain
            }
        }
    }

    @Test("list their interfaces even if the plugin is disabled")
    func contracts() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: [], registrations: [PluginRegistration(NotebookPlugin.self)]),
                environment: environment, router: .host(logger: environment.logger("trellis")))
            #expect(await host.plugins().first?.interfaces == ["org.example.notebook"])
        }
    }
}
