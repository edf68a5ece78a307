import Scopes
import Testing

@Suite struct LazyTests {
    final class Service: Sendable {}

    struct Holder: Sendable { let service: Lazy<Service> }

    /// A root with a lazy service that notes its making and then waits at a gate.
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

    @Test func itIsMadeAtItsFirstUseAndOnce() async throws {
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

    @Test func itIsNeitherMadeNorClosedWhenNobodyAsks() async throws {
        let journal = Journal()
        try await Scope.open(Plan(root(journal))) { _ in }
        #expect(journal.entries == [])
    }

    @Test func manyTasksThatAskAtOnceGetOneInstance() async throws {
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

    @Test func aWaiterThatIsCancelledDoesNotCancelTheMaking() async throws {
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

    @Test func aFailureIsNotKept() async throws {
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

    @Test func aFailureOfWhatIsMadeWithItIsNotKeptEither() async throws {
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

    @Test func whatIsMadeAtOpeningMakesItThen() async throws {
        struct Direct: Sendable { let service: Service }
        let journal = Journal()
        var root = root(journal)
        root.provide(Direct.init)
        try await Scope.open(Plan(root)) { _ in
            #expect(journal.entries == ["make"])
        }
    }

    @Test func aScopeBelowMakesItInTheScopeThatDeclaresIt() async throws {
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

    @Test func afterTheScopeHasClosedItIsRefused() async throws {
        let scope = try await Scope.open(Plan(root(Journal())))
        let holder = try await scope.read(Holder.self)
        await scope.close()
        await #expect(throws: ScopeClosed(scope: "root")) { try await holder.service() }
    }

    @Test func aScopeThatClosesWaitsForWhatIsBeingMadeAndClosesIt() async throws {
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

    @Test func aMakerThatNeverEndsIsLeftAloneAndWhatItMakesIsClosed() async throws {
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
}
