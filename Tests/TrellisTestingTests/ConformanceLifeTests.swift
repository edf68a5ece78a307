import Foundation
import ServiceLifecycle
import Synchronization
import Testing
import TrellisTesting

@Suite("Conformance of the lives of a plugin", .timeLimit(.minutes(10)))
struct ConformanceLifeTests {
    /// The checks of a plugin with one defect.
    ///
    /// - Parameters:
    ///   - timeoutStop: The time after which the kit ends what does not stop; nil for its default, which a busy machine does not exceed.
    ///   - defect: Adds the defect.
    /// - Returns: The checks.
    private func plugin(
        timeoutStop: String? = nil, _ defect: @escaping @Sendable (inout Blueprint) -> Void = { _ in }
    ) -> PluginConformance<PlainPlugin> {
        PluginConformance(
            PlainPlugin.self, settings: timeoutStop.map { ["timeoutStop": $0] } ?? [:], adjusting: defect)
    }

    @Test("accepts a plugin without defects")
    func acceptance() async throws {
        try await withTemporaryFolder { folder in
            let readme = folder.appending("README.md")
            try "# Plain\n".write(toFile: readme.string, atomically: true, encoding: .utf8)
            var conformance = plugin()
            conformance.readme = readme
            try await conformance.run(starts: 10)
        }
    }

    @Test("rejects a leaked instance")
    func instance() async throws {
        defer { Leaky.kept.withLock { $0 = [] } }
        let found = try await violations(of: plugin { $0.provide(Leaky.init) }, .lives)
        let violation = try #require(found.first)
        #expect(found.count == 1)
        #expect(violation.check == .lives)
        #expect(violation.problem.hasPrefix("an instance of Leaky leaked: "))
        #expect(violation.problem.contains("declared at TrellisTestingTests/ConformanceLifeTests.swift:"))
        #expect(violation.location == "the stop after start 1 of 2")
        #expect(violation.advice.contains("global variables"))
    }

    @Test("rejects an open file")
    func file() async throws {
        let found = try await violations(of: plugin { $0.provide(OpenFile.init(plugin:)) }, .lives)
        #expect(
            found.first?.problem == "files of the plugin plain are open, although it has ended: state/plain/open")
        #expect(found.first?.advice.hasPrefix("Close each file in close()") == true)
    }

    @Test("rejects a plugin that cannot start a second time")
    func restart() async throws {
        let starts = Atomic(0)
        let conformance = plugin { blueprint in
            blueprint.provide { () throws in
                guard starts.wrappingAdd(1, ordering: .relaxed).newValue == 1 else { throw Occupied() }
                return Page()
            }
        }
        let found = try await violations(of: conformance, .lives)
        #expect(found.first?.location == "start 2 of 2")
        #expect(found.first?.problem.contains("the page is occupied") == true)
    }

    @Test("rejects jobs after the stop")
    func jobs() async throws {
        defer { LateWorker.end() }
        let found = try await violations(of: plugin { $0.provide(LateWorker.init(plugin:)) }, .lives, .interruption)
        #expect(found.contains { $0.check == .lives && $0.problem.contains("jobs after the plugin had stopped") })
    }

    @Test("rejects a file that stays open when the start is cancelled")
    func interruption() async throws {
        let found = try await violations(of: plugin { $0.provide(SlowFile.init(plugin:)) }, .interruption)
        let violation = try #require(found.first)
        #expect(violation.problem == "files of the plugin plain are open, although it has ended: state/plain/open")
        #expect(violation.location.hasPrefix("a stop before "))
    }

    @Test("rejects a file that stays open when another instance fails")
    func failure() async throws {
        let found = try await violations(
            of: plugin {
                $0.provide(ServedFile.init(plugin:))
                $0.provide { (file: ServedFile) in Page() }
                $0.run(FileService.init(file:))
            }, .lives, .dependencies)
        #expect(found.map(\.check) == [.dependencies])
        #expect(found.first?.problem.hasSuffix(" state/plain/open") == true)
    }

    @Test("rejects code that ignores its cancellation")
    func stuck() async throws {
        let found = try await violations(
            of: plugin(timeoutStop: "1s") { $0.run(StubbornService.init) }, .lives, starts: 1)
        StubbornService.end()
        #expect(found.contains { $0.advice == "End the code soon after its cancellation" })
    }

    @Test(
        "rejects a start that never ends, also with a manual clock", arguments: [WallClock.system, ManualClock().clock])
    func endlessStart(clock: WallClock) async throws {
        let conformance = PluginConformance(
            PlainPlugin.self, settings: ["timeoutStart": "50ms", "timeoutStop": "1s"], clock: clock,
            adjusting: { $0.provide(Endless.init) })
        let found = try await violations(of: conformance, .lives)
        #expect(found.count == 1)
        #expect(found.first?.problem.contains("the plugin does not start: ") == true)
        #expect(found.first?.problem.contains("50ms") == true, "\(found)")
    }

    @Test("rejects a method that never answers")
    func endlessCall() async throws {
        var conformance = plugin(timeoutStop: "1s") { $0.serve { EndlessInterface() } }
        conformance.callLimit = .milliseconds(100)
        let found = try await violations(of: conformance, .parameters)
        let problem =
            "the unknown parameter 'conformance' is answered with no reply within 100ms; "
            + "expected org.varlink.service.InvalidParameter"
        #expect(found.contains { $0.location == "org.example.endless.Wait" && $0.problem == problem }, "\(found)")
    }

    @Test("rejects a session that ignores the end of the call that opens it")
    func stubbornSession() async throws {
        defer { StubbornPage.end() }
        var conformance = plugin(timeoutStop: "1s") {
            $0.session { session in
                session.provide(StubbornPage.init)
                session.serve { (page: StubbornPage) in SessionInterface() }
                session.provide { Page() }
            }
        }
        conformance.callLimit = .milliseconds(100)
        let found = try await violations(of: conformance, .dependencies)
        #expect(found.contains { $0.advice == "End the code soon after its cancellation" }, "\(found)")
    }

    @Test("rejects a file that stays open when a session fails")
    func session() async throws {
        let found = try await violations(
            of: plugin {
                $0.session { session in
                    session.provide(ServedFile.init(plugin:))
                    session.serve { (file: ServedFile) in SessionInterface() }
                }
            }, .dependencies)
        #expect(found.first?.problem.hasSuffix(" state/plain/open") == true, "\(found)")
        #expect(found.first?.location.contains("SessionInterface (") == true, "\(found)")
    }

    /// The checks of a plugin with the scene `SceneModel`, in which a defect is added.
    private func plugin(
        calling calls: @escaping @Sendable (RunningPlugin) async throws -> Void,
        scene defect: @escaping @Sendable (inout Blueprint) -> Void = { _ in }
    ) -> PluginConformance<PlainPlugin> {
        PluginConformance(
            PlainPlugin.self,
            adjusting: {
                $0.scene(Int.self, SceneModel.self) { scene in
                    defect(&scene)
                    scene.provide(SceneModel.init(number:))
                }
                $0.serve(SceneInterface.init(models:))
            }, calling: calls)
    }

    @Sendable private static func openScene(of plugin: RunningPlugin) async throws {
        let _: JSONObject = try await plugin.caller.call("org.example.scenes.Open", [:] as JSONObject)
    }

    @Test("accepts a scene that fails or is never created")
    func scene() async throws {
        #expect(try await violations(of: plugin(calling: Self.openScene), .dependencies) == [])
    }

    @Test("rejects a file that stays open when a scene fails")
    func leakingScene() async throws {
        let found = try await violations(
            of: plugin(calling: Self.openScene) { scene in
                scene.provide(ServedFile.init(plugin:))
                scene.provide { (file: ServedFile) in Page() }
            }, .dependencies)
        #expect(found.map(\.check) == [.dependencies])
        #expect(found.first?.problem.hasSuffix(" state/plain/open") == true, "\(found)")
    }

    @Test("accepts a transient binding that fails or is never created")
    func transient() async throws {
        let conformance = plugin { blueprint in
            blueprint.provide({ () in Page() }, .transient)
            blueprint.provide { (_: Page) in Occupied() }
        }
        #expect(try await violations(of: conformance, .dependencies) == [])
    }

    @Test("rejects a test that does not open a scene")
    func unopenedScene() async throws {
        let found = try await violations(of: plugin(calling: { _ in }), .dependencies)
        let violation = try #require(found.first)
        #expect(found.count == 1)
        #expect(violation.problem.hasPrefix("no call opens the scene SceneModel (TrellisTestingTests/Conformance"))
        #expect(violation.advice.contains("calling: { plugin in … }"))
    }

    @Test("rejects calls that never end")
    func endlessCalls() async throws {
        var conformance = plugin(calling: { _ in try await Task.sleep(for: .seconds(3_600)) })
        conformance.callLimit = .milliseconds(100)
        let found = try await violations(of: conformance, .dependencies)
        #expect(found.map(\.problem) == ["the calls did not end within 100ms"])
    }

    @Test("rejects a carried value that differs after each reading of the configuration")
    func reload() async throws {
        let found = try await violations(of: plugin { $0.provide(value: UUID(), .carried) }, .reload)
        #expect(found.map(\.check) == [.reload])
        #expect(found.first?.problem.contains("UUID") == true)
        #expect(found.first?.advice.contains("no random values") == true)
    }

    @Test("rejects a validation that creates files")
    func declaration() async throws {
        let found = try await violations(of: PluginConformance(HastyPlugin.self), .declaration)
        #expect(found.first?.problem == "validating the plugin created state")
    }

    @Test("reports check, location, problem, reason and remedy")
    func description() async throws {
        let error = try #require(
            await #expect(throws: ConformanceFailure.self) {
                try await plugin { $0.provide(value: UUID(), .carried) }.run([.reload])
            })
        #expect(
            "\(error)".hasPrefix(
                """
                the plugin plain violates a rule:
                - [reload] a reload with an equal configuration: an equal configuration changes the plugin: 
                """))
        #expect("\(error)".contains(". A reload would close connections and reopen files without need. Let equal "))
    }
}

private final class Page: Sendable {}

private struct Occupied: Error, CustomStringConvertible { var description: String { "the page is occupied" } }

/// An instance that a global variable keeps.
private final class Leaky: Sendable {
    static let kept = Mutex<[Leaky]>([])

    init() { Self.kept.withLock { $0.append(self) } }
}

/// Opens the file `open` in the state directory.
private func openFile(of plugin: PluginEnvironment) -> CInt {
    open(plugin.directories.state.appending("open").string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
}

/// An instance that does not close its file.
private final class OpenFile: Sendable {
    init(plugin: PluginEnvironment) { _ = openFile(of: plugin) }
}

/// An instance that starts tasks after it has closed.
private final class LateWorker: Closable {
    private static let state = Mutex((hasBegun: false, isOver: false))

    private let plugin: PluginEnvironment

    init(plugin: PluginEnvironment) { self.plugin = plugin }

    /// Ends the tasks.
    static func end() { state.withLock { $0.isOver = true } }

    func close() async throws {
        let isFirst = Self.state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        Task.detached { [plugin] in
            while !Self.state.withLock(\.isOver) {
                _ = try? await plugin.task("late") {}.value
                await Task.yield()
            }
        }
    }
}

/// An instance that leaves its file open when its initializer is cancelled.
private final class SlowFile: Closable {
    private let descriptor: CInt

    init(plugin: PluginEnvironment) async throws {
        descriptor = openFile(of: plugin)
        for _ in 0..<3 {
            await Task.yield()
            try Task.checkCancellation()
        }
    }

    func close() async throws { Foundation.close(descriptor) }
}

/// A file that only a service closes.
private final class ServedFile: Sendable {
    let descriptor: CInt

    init(plugin: PluginEnvironment) { descriptor = openFile(of: plugin) }
}

private struct FileService: Service {
    let file: ServedFile

    func run() async throws {
        try? await gracefulShutdown()
        close(file.descriptor)
    }
}

/// A service that ends only when the test permits it.
private struct StubbornService: Service {
    private static let (ends, ending) = AsyncStream.makeStream(of: Void.self)

    static func end() { ending.finish() }

    func run() async throws {
        let end = Self.ends
        // The task is unstructured, so that it is not cancelled.
        await Task { for await _ in end {} }.value
    }
}

/// An instance whose creation ends only with its cancellation.
private struct Endless: Sendable {
    init() async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }
}

/// An instance whose creation ends only when the test permits it.
private struct StubbornPage: Sendable {
    private static let (ends, ending) = AsyncStream.makeStream(of: Void.self)

    static func end() { ending.finish() }

    init() async {
        let end = Self.ends
        // The task is unstructured, so that it is not cancelled.
        await Task { for await _ in end {} }.value
    }
}

/// An interface whose only method never answers.
private struct EndlessInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.endless", description: "interface org.example.endless\n\nmethod Wait() -> ()\n",
        methods: [.init(name: "Wait", streaming: .never)])

    func handle(_ call: ServerCall) async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }
}

/// The interface of a session.
private struct SessionInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.session", description: "interface org.example.session\n\nmethod Run() -> ()\n",
        methods: [.init(name: "Run", streaming: .never)])

    func handle(_ call: ServerCall) async throws { try call.reply([:] as JSONObject) }
}

/// The model of a scene.
private struct SceneModel: Sendable {
    let number: Int
}

/// An interface whose method opens a scene.
private struct SceneInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.scenes", description: "interface org.example.scenes\n\nmethod Open() -> (number: int)\n",
        methods: [.init(name: "Open", streaming: .never)])

    let models: Scene<Int, SceneModel>

    func handle(_ call: ServerCall) async throws {
        let number = try await models.open(1) { $0.number }
        try call.reply(["number": .integer(Int64(number))] as JSONObject)
    }
}

/// A plugin whose validation creates its state directory.
private struct HastyPlugin: Plugin {
    static let manifest = PluginManifest(name: "hasty", version: "1.0.0", summary: "Hurries.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}

    static func validate(_ plugin: PluginEnvironment, configuration: NoConfiguration) throws {
        try FileManager.default.createDirectory(
            atPath: plugin.directories.state.string, withIntermediateDirectories: true)
    }
}
