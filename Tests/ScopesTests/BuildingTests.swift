import Scopes
import Testing

/// Creation of asynchronous bindings: order, time limits, cancellation and rollback.
@Suite("Creation of instances", .timeLimit(.minutes(2))) struct BuildingTests {
    @Test("creates asynchronous and synchronous instances in the order of their requirements")
    func order() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide { (number: Int) -> String in
                journal.note("needs 1")
                return "\(number)"
            }
            blueprint.provide { () async -> Int in
                await Task.yield()
                journal.note("1")
                return 1
            }
            blueprint.provide { () -> Bool in
                journal.note("true")
                return true
            }
        }
        #expect(try await Scope.open(Plan(root)).close().isClean)
        #expect(journal.entries == ["1", "needs 1", "true"])
    }

    @Test("closes the created instances after a failure and reports errors of closing") func rollback() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
            blueprint.provide({ (_: Noted<A>) async in 1 }, .onClose { _ in throw Failure(description: "closing") })
            blueprint.provide { (_: Int) async throws -> String in
                await Task.yield()
                throw Failure(description: "making")
            }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        guard case .bindingFailed(let binding, let cause) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(binding.key == BindingKey(String.self))
        #expect(cause as? Failure == Failure(description: "making"))
        #expect(error?.closing.problems.map(\.binding.key) == [BindingKey(Int.self)])
        #expect(journal.entries == ["make A", "close A"])
    }

    @Test("names an initializer that exceeds its time limit, and closes its late instance")
    func timeout() async throws {
        let began = Guarded(false)
        // A short time limit may expire before the initializer starts.
        var limit = Duration.milliseconds(10)
        repeat {
            let gate = Gate()
            let closed = Gate()
            let root = blueprint { blueprint in
                blueprint.buildingTimeLimit = limit
                blueprint.provide(
                    { () async -> Int in
                        began.withLock { $0 = true }
                        await gate.wait()
                        return 1
                    }, .onClose { _ in closed.open() })
            }
            let plan = try Plan(root)
            let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
            guard case .bindingFailed(_, let cause as BuildingTimeLimitExceeded) = error?.cause else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.binding.key == BindingKey(Int.self))
            #expect(cause.description.contains("was not created within \(limit)"))
            let abandoned = try #require(error?.closing.abandoned)
            #expect(abandoned.map(\.binding.key) == [BindingKey(Int.self)])
            gate.open()
            for code in abandoned { await code.waitForEnd() }
            if began.withLock({ $0 }) { await closed.wait() }
            limit *= 4
        } while !began.withLock({ $0 }) && limit < .seconds(60)
        #expect(began.withLock { $0 })
    }

    @Test("reports an initializer that ignores the cancellation of a failed opening, until it ends")
    func abandonment() async throws {
        let (began, gate) = (Gate(), Gate())
        let root = blueprint { blueprint in
            blueprint.closingTimeLimit = .milliseconds(10)
            blueprint.provide { () async -> Int in
                began.open()
                await gate.wait()
                return 1
            }
        }
        let plan = try Plan(root)
        let opening = Task { try await Scope.open(plan) }
        await began.wait()
        opening.cancel()
        let error = await #expect(throws: OpeningError.self) { try await opening.value }
        let abandoned = try #require(error?.closing.abandoned)
        #expect(abandoned.map(\.binding.key) == [BindingKey(Int.self)])
        #expect(abandoned.first?.scope == "root")
        gate.open()
        await abandoned.first?.waitForEnd()
    }

    final class Left: Sendable {
        init(right: Lazy<Right>) async throws { _ = try await right() }
    }

    final class Right: Sendable {
        init(left: Lazy<Left>) async throws { _ = try await left() }
    }

    @Test("initializers that wait for each other end at the time limit, with an error that names one of them")
    func waitCycle() async throws {
        let root = blueprint { blueprint in
            blueprint.buildingTimeLimit = .milliseconds(50)
            blueprint.provide(Left.init(right:))
            blueprint.provide(Right.init(left:), .lazily)
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(error?.description.contains("in root (ScopesTests/BuildingTests.swift:") == true)
        #expect(error?.description.contains("was not created within 0.05 seconds") == true)
        #expect(error?.description.contains("must not await an instance that is created after it") == true)
    }

    @Test("an initializer can await a lazy instance of its scope") func awaitingLazy() async throws {
        struct Late: Sendable {
            let number: Int
            init(number: Lazy<Int>) async throws { self.number = try await number() }
        }
        let root = blueprint { blueprint in
            blueprint.provide(Late.init)
            blueprint.provide({ () async in 5 }, .lazily)
        }
        let number = try await Scope.open(Plan(root)) { try await $0.instance(of: Late.self).number }
        #expect(number == 5)
    }

    @Test("opening fails when its task is cancelled") func cancellation() async throws {
        let started = Gate()
        let gate = Gate()
        let closed = Gate()
        let root = blueprint { blueprint in
            blueprint.closingTimeLimit = .milliseconds(10)
            blueprint.provide(
                { () async -> Int in
                    started.open()
                    await gate.wait()
                    return 1
                }, .onClose { _ in closed.open() })
        }
        let plan = try Plan(root)
        let opening = Task { try await Scope.open(plan) }
        await started.wait()
        opening.cancel()
        let error = await #expect(throws: OpeningError.self) { try await opening.value }
        guard case .cancelled = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        gate.open()
        await closed.wait()
    }

    @Test("retries a lazy instance after its time limit") func retryAfterTimeout() async throws {
        struct Holder: Sendable { let number: Lazy<Int> }
        let gate = Gate()
        let attempts = Guarded(0)
        let root = blueprint { blueprint in
            blueprint.buildingTimeLimit = .milliseconds(10)
            blueprint.provide(
                { () async -> Int in
                    let attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                    if attempt == 1 { await gate.wait() }
                    return attempt
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.number() }
            // On a busy machine, further attempts may exceed the limit as well.
            var number: Int?
            while number == nil, !Task.isCancelled { number = try? await holder.number() }
            #expect(try #require(number) > 1)
            gate.open()
        }
    }

    @Test("closes the inputs of a lazy instance that fails") func lazyRollback() async throws {
        struct Holder: Sendable { let number: Lazy<Int> }
        let journal = Journal()
        let attempts = Guarded(0)
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:), .transient)
            blueprint.provide(
                { (_: Noted<A>) throws -> Int in
                    let attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                    if attempt == 1 { throw Failure() }
                    return attempt
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: Failure()) { try await holder.number() }
            #expect(journal.entries == ["make A", "close A"])
            #expect(try await holder.number() == 2)
        }
        #expect(journal.entries == ["make A", "close A", "make A", "close A"])
    }

    @Test("does not start an asynchronous initializer after its time limit") func lateBeforeStart() async throws {
        struct Slow: Sendable {
            init() {
                // Until the time limit.
                while !Task.isCancelled {}
            }
        }
        struct Holder: Sendable { let number: Lazy<Int> }
        let began = Gate()
        let root = blueprint { blueprint in
            blueprint.buildingTimeLimit = .milliseconds(1)
            blueprint.provide(Slow.init, .transient)
            blueprint.provide(
                { (_: Slow) async -> Int in
                    began.open()
                    return 1
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.number() }
        }
        #expect(!began.isOpen)
    }
}
