import Scopes
import Testing

/// Tasks that an initializer starts and that request an instance under creation.
@Suite("Tasks started by initializers", .timeLimit(.minutes(2))) struct StartedTaskTests {
    /// The ways in which an initializer requests an instance indirectly.
    enum Way: CaseIterable {
        case asyncLet
        case group
        case scene
        case sceneWithWaiting
    }

    struct One: Sendable {
        init(
            way: Way, other: Lazy<Other>, scene: Scene<Void, Model>, waiting: Scene<Int, Model>
        ) async throws {
            switch way {
            case .asyncLet:
                async let other = other()
                _ = try await other
            case .group:
                try await withThrowingTaskGroup { group in
                    group.addTask { _ = try await other() }
                    try await group.waitForAll()
                }
            case .scene: try await Task { try await scene.open { _ in } }.value
            case .sceneWithWaiting: try await Task { try await waiting.open(1) { _ in } }.value
            }
        }
    }

    struct Other: Sendable {
        init(one: Lazy<One>) async throws {
            async let one = one()
            _ = try await one
        }
    }

    struct Model: Sendable { let other: Other }

    struct Holder: Sendable { let one: Lazy<One> }

    private func root(_ way: Way, limit: Duration) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(
                { (other: Lazy<Other>, scene: Scene<Void, Model>, waiting: Scene<Int, Model>) async throws in
                    try await One(way: way, other: other, scene: scene, waiting: waiting)
                }, .lazily, .buildingTimeLimit(limit))
            blueprint.provide(Other.init, .lazily, .buildingTimeLimit(.seconds(600)))
            blueprint.scene(Void.self, Model.self) { $0.provide(Model.init) }
            blueprint.scene(Int.self, Model.self) { blueprint in
                blueprint.provide(Model.init)
                blueprint.provide { () async in "waits" }
            }
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
    }

    @Test("names a wait cycle through started tasks at the time limit", arguments: Way.allCases)
    func waitCycle(way: Way) async throws {
        let expected = [BindingKey(Other.self), BindingKey(One.self)]
        var named: [BindingKey]?
        // A short limit may expire before all initializers wait.
        var limit = Duration.milliseconds(50)
        while named != expected, limit < .seconds(60) {
            let scope = try await Scope.open(Plan(root(way, limit: limit)))
            let holder = try await scope.read(Holder.self)
            let error = await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.one() }
            named = error?.waitingFor.map(\.binding.key)
            await scope.close()
            limit *= 4
        }
        #expect(named == expected)
    }

    @Test("reports no cycle through a task that nothing awaits") func notAwaited() async throws {
        struct First: Sendable {}
        struct Second: Sendable {}
        // All tasks run on one thread, so that `Second` requests `First` before the initializer of `First` continues.
        let executor = ThreadExecutor()
        defer { executor.end() }
        let asks = Gate()
        let started = Guarded<Task<Second, any Error>?>(nil)
        let root = blueprint { blueprint in
            blueprint.provide { (second: Lazy<Second>) async -> First in
                let task = Task(executorPreference: executor) { try await second() }
                started.withLock { $0 = task }
                await asks.wait()
                return First()
            }
            blueprint.provide(
                { (first: Lazy<First>) async throws -> Second in
                    asks.open()
                    _ = try await first()
                    return Second()
                }, .lazily)
        }
        let plan = try Plan(root)
        try await withTaskExecutorPreference(executor) {
            try await Scope.open(plan) { _ in
                let task = try #require(started.withLock { $0 })
                await #expect(throws: Never.self) { _ = try await task.value }
            }
        }
    }
}
