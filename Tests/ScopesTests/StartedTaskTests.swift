import Scopes
import Testing

/// Tasks that an initializer starts and that request an instance under creation.
@Suite("Tasks started by initializers", .timeLimit(.minutes(2))) struct StartedTaskTests {
    @Test("a task receives an instance that is created later") func createdLater() async throws {
        struct Starting: Sendable {
            let task: Task<Int, any Error>

            init(number: Lazy<Int>, executor: ThreadExecutor, asks: Gate) {
                task = Task(executorPreference: executor) {
                    asks.open()
                    return try await number()
                }
            }
        }
        struct Before: Sendable {}
        // All tasks run on one thread, so that the task requests the number before the initializer of `Before` continues.
        let executor = ThreadExecutor()
        defer { executor.end() }
        let asks = Gate()
        let root = blueprint { blueprint in
            blueprint.provide { (number: Lazy<Int>) in Starting(number: number, executor: executor, asks: asks) }
            blueprint.provide { () async -> Before in
                await asks.wait()
                return Before()
            }
            blueprint.provide { (_: Before) in 5 }
        }
        let plan = try Plan(root)
        try await withTaskExecutorPreference(executor) {
            try await Scope.open(plan) { scope in
                let number = try await scope.instance(of: Starting.self).task.value
                #expect(number == 5)
            }
        }
    }

    @Test("a task that nothing awaits receives the instance that was being created") func notAwaited() async throws {
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
