import Scopes
import Testing

/// Creation of asynchronous bindings: order, time limits, cancellation and rollback.
@Suite("Creation of instances", .timeLimit(.minutes(2))) struct BuildingTests {
    @Test("creates independent instances concurrently") func concurrent() async throws {
        let (one, other) = (Gate(), Gate())
        let root = blueprint { blueprint in
            blueprint.provide { () async -> Int in
                one.open()
                await other.wait()
                return 1
            }
            blueprint.provide { () async -> String in
                other.open()
                await one.wait()
                return "1"
            }
        }
        #expect(try await Scope.open(Plan(root)).close().isClean)
    }

    @Test("creates synchronous instances while an asynchronous initializer waits") func meanwhile() async throws {
        let gate = Gate()
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide { () async -> Int in
                await gate.wait()
                journal.note("1")
                return 1
            }
            blueprint.provide { (number: Int) -> String in
                journal.note("needs 1")
                return "\(number)"
            }
            blueprint.provide { () -> Bool in
                journal.note("true")
                gate.open()
                return true
            }
        }
        #expect(try await Scope.open(Plan(root)).close().isClean)
        #expect(journal.entries == ["true", "1", "needs 1"])
    }

    @Test("closes the created instances after a failure and reports errors of closing") func rollback() async throws {
        let journal = Journal()
        let started = Gate()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
            blueprint.provide({ (_: Noted<A>) async in 1 }, .onClose { _ in throw Failure(description: "closing") })
            blueprint.provide { (_: Int) async throws -> String in
                await started.wait()
                throw Failure(description: "making")
            }
            blueprint.provide { () async throws -> Bool in
                started.open()
                try await Task.sleep(for: .seconds(60))
                return true
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
                blueprint.provide(
                    { () async -> Int in
                        began.withLock { $0 = true }
                        await gate.wait()
                        return 1
                    }, .buildingTimeLimit(limit), .onClose { _ in closed.open() })
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
            blueprint.provide { () async throws -> String in
                await began.wait()
                throw Failure()
            }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        let abandoned = try #require(error?.closing.abandoned)
        #expect(abandoned.map(\.binding.key) == [BindingKey(Int.self)])
        #expect(abandoned.first?.scope == "root")
        gate.open()
        await abandoned.first?.waitForEnd()
    }

    @Test("names the instance that a late initializer waits for") func timeoutChain() async throws {
        struct Waiting: Sendable {
            init(number: Lazy<Int>) async throws { _ = try await number() }
        }
        var saysIt = false
        // A short time limit may expire before the initializer waits.
        var limit = Duration.milliseconds(10)
        while !saysIt, limit < .seconds(60) {
            let gate = Gate()
            let root = blueprint { blueprint in
                blueprint.provide(
                    { () async -> Int in
                        await gate.wait()
                        return 1
                    }, .lazily, .closingTimeLimit(.milliseconds(10)))
                blueprint.provide(Waiting.init, .buildingTimeLimit(limit))
            }
            let plan = try Plan(root)
            let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
            saysIt =
                error?.description.contains("; it waits for Int in root (ScopesTests/BuildingTests.swift:") == true
            gate.open()
            limit *= 4
        }
        #expect(saysIt)
    }

    final class Left: Sendable {
        init(right: Lazy<Right>) async throws { _ = try await right() }
    }

    final class Right: Sendable {
        init(left: Lazy<Left>) async throws { _ = try await left() }

        init(left: Left) {}
    }

    private func cycle(_ root: Blueprint) async throws -> WaitCycle? {
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        guard case .bindingFailed(_, let cause) = error?.cause else { return nil }
        return cause as? WaitCycle
    }

    @Test("reports a cycle of initializers that wait for each other") func waitCycle() async throws {
        let both = try await cycle(
            blueprint { blueprint in
                blueprint.provide(Left.init(right:))
                blueprint.provide({ (left: Lazy<Left>) async throws in try await Right(left: left) }, .lazily)
            })
        // The last initializer that starts to wait detects the cycle.
        let keys = [BindingKey(Right.self), BindingKey(Left.self)]
        #expect([keys, keys.reversed()].contains(both?.links.map(\.binding.key)))
        #expect(both?.description.contains("Right in root (ScopesTests/BuildingTests.swift:") == true)

        let direct = try await cycle(
            blueprint { blueprint in
                blueprint.provide(Left.init(right:))
                blueprint.provide({ (left: Left) in Right(left: left) }, .lazily)
            })
        #expect([keys, keys.reversed()].contains(direct?.links.map(\.binding.key)))

        let own = try await cycle(
            blueprint { blueprint in
                blueprint.provide { (number: Lazy<Int>) async throws -> Int in try await number() }
            })
        #expect(own?.links.map(\.binding.key) == [BindingKey(Int.self)])
    }

    @Test("reports an initializer that opens a scene that requires the instance being created") func sceneCycle()
        async throws
    {
        struct Model: Sendable { let number: Int }
        struct Holder: Sendable { let number: Lazy<Int> }
        let root = blueprint { blueprint in
            blueprint.provide(
                { (scene: Scene<Void, Model>) async throws -> Int in try await scene.open { $0.number } }, .lazily)
            blueprint.scene(Void.self, Model.self) { $0.provide(Model.init) }
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            let error = await #expect(throws: OpeningError.self) { try await holder.number() }
            #expect(error?.description.contains("Int in root (ScopesTests/BuildingTests.swift:") == true)
            #expect(error?.description.contains("use the instance after the initializer has returned") == true)
        }
    }

    @Test("an initializer can await an instance that is being created") func awaitingSibling() async throws {
        struct Late: Sendable {
            let number: Int
            init(number: Lazy<Int>) async throws { self.number = try await number() }
        }
        let root = blueprint { blueprint in
            blueprint.provide(Late.init)
            blueprint.provide { () async -> Int in 5 }
            blueprint.export(Late.self)
        }
        let number = try await Scope.open(Plan(root)) { try await $0.read(Late.self).number }
        #expect(number == 5)
    }

    @Test("opening fails when its task is cancelled") func cancellation() async throws {
        let started = Gate()
        let gate = Gate()
        let closed = Gate()
        let root = blueprint { blueprint in
            blueprint.provide(
                { () async -> Int in
                    started.open()
                    await gate.wait()
                    return 1
                }, .closingTimeLimit(.milliseconds(10)), .onClose { _ in closed.open() })
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
            blueprint.provide(
                { () async -> Int in
                    let attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                    if attempt == 1 { await gate.wait() }
                    return attempt
                }, .lazily, .buildingTimeLimit(.milliseconds(10)))
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
                let end = ContinuousClock.now + .milliseconds(100)
                while ContinuousClock.now < end {}
            }
        }
        struct Holder: Sendable { let number: Lazy<Int> }
        let root = blueprint { blueprint in
            blueprint.provide(Slow.init, .transient)
            blueprint.provide(
                { (_: Slow) async -> Int in
                    // The sleep responds to cancellation, but the task is not cancelled.
                    try? await Task.sleep(for: .seconds(10))
                    return 1
                }, .lazily, .buildingTimeLimit(.milliseconds(1)))
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.number() }
        }
    }

    @Test("applies the time limit before further instances are created") func lateBeforeOthers() async throws {
        struct Slow: Sendable {
            init(_: Live<Other>, began: Guarded<Bool>) {
                began.withLock { $0 = true }
                let end = ContinuousClock.now + .milliseconds(100)
                while ContinuousClock.now < end {}
            }
        }
        struct Other: Sendable {}
        struct Holder: Sendable {
            let slow: Lazy<Slow>
            let other: Lazy<Other>
        }
        let closed = Gate()
        let attempts = Guarded(0)
        let began = Guarded(false)
        let root = blueprint { blueprint in
            blueprint.provide(
                { (other: Live<Other>) in Slow(other, began: began) }, .lazily, .buildingTimeLimit(.milliseconds(1)),
                .onClose { _ in closed.open() })
            blueprint.provide(
                { () async -> Other in
                    attempts.withLock { $0 += 1 }
                    await closed.wait()
                    return Other()
                }, .lazily, .buildingTimeLimit(.seconds(60)))
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            let error = await #expect(throws: BuildingTimeLimitExceeded.self) { try await holder.slow() }
            #expect(error?.binding.key == BindingKey(Slow.self))
            // On a busy machine, the limit may expire before the initializer starts.
            if !began.withLock({ $0 }) { closed.open() }
            // The other binding's limit has not expired.
            _ = try await holder.other()
            #expect(attempts.withLock { $0 } == 1)
        }
    }
}
