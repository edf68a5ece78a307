import Scopes
import Testing

@Suite("Lazy instances", .timeLimit(.minutes(2))) struct LazyTests {
    final class Service: Sendable {}

    struct Holder: Sendable { let service: Lazy<Service> }

    /// A root with a lazy service that records its creation and then waits at a gate.
    private func root(_ journal: Journal, gate: Gate? = nil) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(
                { () async throws -> Service in
                    journal.note("make")
                    await gate?.wait()
                    return Service()
                }, .lazily, .onClose { _ in journal.note("close") })
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
    }

    @Test("creates the instance once, at its first use") func firstUse() async throws {
        let journal = Journal()
        try await Scope.open(Plan(root(journal))) { scope in
            let holder = try await scope.read(Holder.self)
            #expect(journal.entries == [])
            let first = try await holder.service()
            let second = try await holder.service()
            #expect(first === second)
            #expect(journal.entries == ["make"])
        }
        #expect(journal.entries == ["make", "close"])
    }

    @Test("neither creates nor closes an unused instance") func unused() async throws {
        let journal = Journal()
        try await Scope.open(Plan(root(journal))) { _ in }
        #expect(journal.entries == [])
    }

    @Test("creates one instance for concurrent requests") func concurrent() async throws {
        let journal = Journal()
        let gate = Gate()
        try await Scope.open(Plan(root(journal, gate: gate))) { scope in
            let holder = try await scope.read(Holder.self)
            let instances = try await withThrowingTaskGroup { group in
                for _ in 0..<64 {
                    group.addTask { ObjectIdentifier(try await holder.service()) }
                }
                gate.open()
                return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
            }
            #expect(instances.count == 1)
        }
        #expect(journal.entries == ["make", "close"])
    }

    @Test("continues the creation when one waiter is cancelled") func cancelledWaiter() async throws {
        let gate = Gate()
        try await Scope.open(Plan(root(Journal(), gate: gate))) { scope in
            let holder = try await scope.read(Holder.self)
            let cancelled = Task { try await holder.service() }
            let other = Task { try await holder.service() }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            gate.open()
            _ = try await other.value
        }
    }

    @Test("creates the instance at the next request after a failure") func failure() async throws {
        final class Attempts: Sendable {
            let count = Guarded(0)
        }
        let attempts = Attempts()
        let root = blueprint { blueprint in
            blueprint.provide(
                { () throws -> Service in
                    let attempt = attempts.count.withLock { count in
                        count += 1
                        return count
                    }
                    if attempt == 1 { throw Failure() }
                    return Service()
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            await #expect(throws: Failure()) { try await holder.service() }
            _ = try await holder.service()
            #expect(attempts.count.withLock { $0 } == 2)
        }
    }

    @Test("retries the creation after an instance that is created together with it has failed") func sharedFailure()
        async throws
    {
        struct First: Sendable { let second: Live<Second> }
        struct Second: Sendable {}
        struct FirstHolder: Sendable { let first: Lazy<First> }
        let attempts = Guarded(0)
        let root = blueprint { blueprint in
            blueprint.provide(First.init, .lazily)
            blueprint.provide(
                { () throws -> Second in
                    let attempt = attempts.withLock { count in
                        count += 1
                        return count
                    }
                    if attempt == 1 { throw Failure() }
                    return Second()
                }, .lazily)
            blueprint.provide(FirstHolder.init)
            blueprint.export(FirstHolder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(FirstHolder.self)
            await #expect(throws: Failure()) { try await holder.first() }
            let first = try await holder.first()
            _ = try first.second()
        }
    }

    @Test("creates the instance during opening for an eager dependent") func eagerDependent() async throws {
        struct Direct: Sendable { let service: Service }
        let journal = Journal()
        var root = root(journal)
        root.provide(Direct.init)
        try await Scope.open(Plan(root)) { _ in
            #expect(journal.entries == ["make"])
        }
    }

    @Test("creates the instance in the scope that declares it") func declaringScope() async throws {
        struct Direct: Sendable { let service: Service }
        let journal = Journal()
        let child = blueprint("child") { $0.provide(Direct.init) }
        try await Scope.open(Plan(root(journal))) { scope in
            for _ in 1...2 {
                let inner = try await scope.open(Plan(child, under: scope.plan))
                await inner.close()
            }
            #expect(journal.entries == ["make"])
        }
        #expect(journal.entries == ["make", "close"])
    }

    @Test("throws ScopeClosed after the scope has closed") func closedScope() async throws {
        let scope = try await Scope.open(Plan(root(Journal())))
        let holder = try await scope.read(Holder.self)
        await scope.close()
        await #expect(throws: ScopeClosed(scope: "root")) { try await holder.service() }
    }

    @Test("closes an instance whose creation ends during closing") func closingWaits() async throws {
        let journal = Journal()
        let started = Gate()
        let gate = Gate()
        let root = blueprint { blueprint in
            blueprint.provide(
                { () async -> Service in
                    started.open()
                    await gate.wait()
                    return Service()
                }, .lazily, .onClose { _ in journal.note("close") })
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.read(Holder.self)
        async let service = holder.service()
        await started.wait()
        async let report = scope.close()
        gate.open()
        _ = try? await service
        #expect(await report.isClean)
        #expect(journal.entries == ["close"])
    }

    @Test("abandons a creation that does not end, and closes its late instance") func abandoned() async throws {
        let started = Gate()
        let gate = Gate()
        let closed = Gate()
        let root = blueprint { blueprint in
            blueprint.provide(
                { () async -> Service in
                    started.open()
                    await gate.wait()
                    return Service()
                }, .lazily, .closingTimeLimit(.milliseconds(10)), .onClose { _ in closed.open() })
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.read(Holder.self)
        let asking = Task { try await holder.service() }
        await started.wait()
        let report = await scope.close()
        #expect(report.problems.count == 1)
        gate.open()
        await closed.wait()
        await #expect(throws: ScopeClosed.self) { try await asking.value }
    }

    struct First: Sendable { let second: Live<Second> }
    struct Second: Sendable {}
    struct Third: Sendable { let first: First }
    struct Holders: Sendable {
        let first: Lazy<First>
        let third: Lazy<Third>
    }

    /// A root with a lazy `First` that requires `Live<Second>`; `Second` waits at a gate and then fails.
    private func halfMade(_ journal: Journal, started: Gate, gate: Gate) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(First.init, .lazily, .onClose { _ in journal.note("close first") })
            blueprint.provide(
                { () async throws -> Second in
                    started.open()
                    await gate.wait()
                    throw Failure()
                }, .lazily)
            blueprint.provide(Third.init, .lazily)
            blueprint.provide(Holders.init)
            blueprint.export(Holders.self)
        }
    }

    @Test("returns an instance only after all instances that are created together exist") func together() async throws {
        let journal = Journal()
        let (started, gate) = (Gate(), Gate())
        try await Scope.open(Plan(halfMade(journal, started: started, gate: gate))) { scope in
            let holders = try await scope.read(Holders.self)
            let first = Task { try await holders.first() }
            await started.wait()
            // `Task.immediate` makes these requests before the gate opens.
            let again = Task.immediate { try await holders.first() }
            let other = Task.immediate { try await holders.third() }
            gate.open()
            await #expect(throws: Failure()) { try await first.value }
            await #expect(throws: Failure()) { try await again.value }
            await #expect(throws: Failure()) { try await other.value }
        }
    }

    @Test("accepts requests for mutually dependent instances in any order") func anyOrder() async throws {
        struct One: Sendable { let other: Live<Other> }
        struct Other: Sendable { let one: One }
        struct Pair: Sendable {
            let one: Lazy<One>
            let other: Lazy<Other>
        }
        let root = blueprint { blueprint in
            blueprint.provide(One.init, .lazily, .buildingTimeLimit(.seconds(5)))
            blueprint.provide(Other.init, .lazily, .buildingTimeLimit(.seconds(5)))
            blueprint.provide(Pair.init)
            blueprint.export(Pair.self)
        }
        let plan = try Plan(root)
        try await Scope.open(plan) { scope in
            let pair = try await scope.read(Pair.self)
            _ = try await pair.one().other()
            _ = try await pair.other()
        }
        try await Scope.open(plan) { scope in
            let pair = try await scope.read(Pair.self)
            _ = try await pair.other().one.other()
        }
    }

    @Test(
        "reports the cycle when an initializer awaits an instance that holds its own instance as Live",
        arguments: [false, true])
    func cycleThroughLive(asksFirst: Bool) async throws {
        struct One: Sendable { let other: Live<Other> }
        struct Other: Sendable {
            let one: One

            init(one: Lazy<One>) async throws { self.one = try await one() }
        }
        struct Holder: Sendable {
            let one: Lazy<One>
            let other: Lazy<Other>
        }
        let root = blueprint { blueprint in
            blueprint.provide(One.init, .lazily)
            blueprint.provide(Other.init, .lazily)
            blueprint.provide(Holder.init)
        }
        try await Scope.open(root) { scope in
            let holder = try await scope.read(Holder.self)
            let error = await #expect(throws: WaitCycle.self) {
                if asksFirst { _ = try await holder.other() } else { _ = try await holder.one() }
            }
            #expect(Set(error?.links.map(\.binding.key) ?? []) == [BindingKey(One.self), BindingKey(Other.self)])
        }
    }

    @Test("keeps an input alive until its dependent is created") func keptInput() async throws {
        struct One: Sendable { let other: Live<Other> }
        struct Other: Sendable {}
        struct Holder: Sendable { let one: Lazy<One> }
        var entries: [String] = []
        // A short limit of `One` may expire before `Other` starts.
        var limit = Duration.milliseconds(10)
        while !entries.contains("make other"), limit < .seconds(60) {
            let journal = Journal()
            let root = blueprint { blueprint in
                blueprint.provide(
                    One.init, .lazily, .buildingTimeLimit(limit), .onClose { _ in journal.note("close one") })
                blueprint.provide(
                    { (_: One, live: Live<One>) in
                        journal.note("make other")
                        // Waits until the time limit of `One` expires, or almost as long.
                        var count = 0
                        while count < 1_000_000, (try? live()) != nil { count += 1 }
                        for _ in 0..<10_000 { _ = try? live() }
                        journal.note("made other")
                        return Other()
                    }, .lazily)
                blueprint.provide(Holder.init)
                blueprint.export(Holder.self)
            }
            try await Scope.open(Plan(root)) { scope in
                let holder = try await scope.read(Holder.self)
                _ = try? await holder.one()
            }
            entries = journal.entries
            limit *= 4
        }
        #expect(entries == ["make other", "made other", "close one"])
    }

    @Test("keeps the dependencies of an abandoned initializer alive") func abandonedInputs() async throws {
        final class Name: Sendable {
            let text = "name"
            let gone: Gate

            init(gone: Gate) { self.gone = gone }

            deinit { gone.open() }
        }
        let (started, gate, gone) = (Gate(), Gate(), Gate())
        let used = Guarded<String?>(nil)
        let ended = Gate()
        let root = blueprint { blueprint in
            blueprint.provide { Name(gone: gone) }
            blueprint.provide(
                { (building: Building) async throws -> Service in
                    started.open()
                    await gate.wait()
                    let name = try Dependency<Name>(building)
                    if !gone.isOpen { used.withLock { $0 = name.wrappedValue.text } }
                    ended.open()
                    return Service()
                }, .lazily, .closingTimeLimit(.milliseconds(10)), .uses(Name.self))
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.read(Holder.self)
        let asking = Task { try await holder.service() }
        await started.wait()
        await scope.close()
        gate.open()
        await ended.wait()
        await #expect(throws: ScopeClosed.self) { try await asking.value }
        #expect(used.withLock { $0 } == "name")
        await gone.wait()
    }

    @Test("waits for a synchronous initializer before closing") func synchronous() async throws {
        final class Name: Sendable {
            let gone: Gate

            init(gone: Gate) { self.gone = gone }

            deinit { gone.open() }
        }
        let (started, gone) = (Gate(), Gate())
        let isThere = Guarded(false)
        let root = blueprint { blueprint in
            blueprint.provide { Name(gone: gone) }
            blueprint.provide(
                { (building: Building) throws -> Service in
                    started.open()
                    // Waits for some time after the scope has started to close.
                    var count = 0
                    while count < 10_000_000, !Task.isCancelled { count += 1 }
                    count = 0
                    while count < 200_000, !gone.isOpen { count += 1 }
                    let name = try Dependency<Name>(building)
                    isThere.withLock { $0 = !gone.isOpen && !name.wrappedValue.gone.isOpen }
                    return Service()
                }, .lazily, .closingTimeLimit(.milliseconds(10)), .uses(Name.self))
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.read(Holder.self)
        let asking = Task { try await holder.service() }
        await started.wait()
        await scope.close()
        _ = try? await asking.value
        #expect(isThere.withLock { $0 })
        await gone.wait()
    }
}
