import Scopes
import Testing

@Suite("Lazy instances", .timeLimit(.minutes(2))) struct LazyTests {
    final class Service: Sendable {}

    struct Holder: Sendable { let service: Lazy<Service> }

    struct LateHolder: Sendable { let late: @Sendable () async throws -> Void }

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
            blueprint.closingTimeLimit = .milliseconds(10)
            blueprint.provide(
                { () async -> Service in
                    started.open()
                    await gate.wait()
                    return Service()
                }, .lazily, .onClose { _ in closed.open() })
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

    @Test("a Live of a lazy instance creates it at opening") func live() async throws {
        struct Reader: Sendable { let service: Live<Service> }
        let journal = Journal()
        var root = root(journal)
        root.provide(Reader.init)
        try await Scope.open(Plan(root)) { scope in
            #expect(journal.entries == ["make"])
            _ = try await scope.instance(of: Reader.self).service()
        }
        #expect(journal.entries == ["make", "close"])
    }

    @Test("a Live of a lazy instance outside creates it when the requesting scope opens") func liveOutside()
        async throws
    {
        struct Reader: Sendable { let service: Live<Service> }
        let journal = Journal()
        try await Scope.open(Plan(root(journal))) { scope in
            #expect(journal.entries == [])
            let child = try await scope.open(Plan(blueprint("child") { $0.provide(Reader.init) }, under: scope.plan))
            #expect(journal.entries == ["make"])
            _ = try await child.instance(of: Reader.self).service()
        }
    }

    @Test("creates the lazy instances that a lazy instance requires first") func chain() async throws {
        struct First: Sendable {}
        struct Second: Sendable { let first: First }
        struct Third: Sendable { let second: Second }
        struct Holder: Sendable { let third: Lazy<Third> }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(Third.init(second:), .lazily, .onClose { _ in journal.note("3") })
            blueprint.provide(Second.init(first:), .lazily, .onClose { _ in journal.note("2") })
            blueprint.provide({ () async in First() }, .lazily, .onClose { _ in journal.note("1") })
            blueprint.provide(Holder.init)
        }
        try await Scope.open(Plan(root)) { scope in
            _ = try await scope.instance(of: Holder.self).third()
        }
        #expect(journal.entries == ["3", "2", "1"])
    }

    @Test("an instance that an initializer requests during opening is closed after the requester") func duringOpening()
        async throws
    {
        struct Early: Sendable {
            init(service: Lazy<Service>) async throws { _ = try await service() }
        }
        let journal = Journal()
        var root = root(journal)
        root.provide(Early.init, .onClose { _ in journal.note("close early") })
        try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["make", "close early", "close"])
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
        struct Late: Sendable, UsesDependencies {
            static var dependencies: DependencyTypes { DependencyTypes(Name.self) }
        }
        let root = blueprint { blueprint in
            blueprint.closingTimeLimit = .milliseconds(10)
            blueprint.provide { Name(gone: gone) }
            blueprint.provide(
                { (building: Building) async throws -> Late in
                    started.open()
                    await gate.wait()
                    let name = try Dependency<Name>(building)
                    if !gone.isOpen { used.withLock { $0 = name.wrappedValue.text } }
                    ended.open()
                    return Late()
                }, .lazily)
            blueprint.provide { (late: Lazy<Late>) in LateHolder(late: { _ = try await late() }) }
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.instance(of: LateHolder.self)
        let asking = Task { try await holder.late() }
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
        struct Late: Sendable, UsesDependencies {
            static var dependencies: DependencyTypes { DependencyTypes(Name.self) }
        }
        let root = blueprint { blueprint in
            blueprint.closingTimeLimit = .milliseconds(10)
            blueprint.provide { Name(gone: gone) }
            blueprint.provide(
                { (building: Building) throws -> Late in
                    started.open()
                    // Waits for some time after the scope has started to close.
                    var count = 0
                    while count < 10_000_000, !Task.isCancelled { count += 1 }
                    count = 0
                    while count < 200_000, !gone.isOpen { count += 1 }
                    let name = try Dependency<Name>(building)
                    isThere.withLock { $0 = !gone.isOpen && !name.wrappedValue.gone.isOpen }
                    return Late()
                }, .lazily)
            blueprint.provide { (late: Lazy<Late>) in LateHolder(late: { _ = try await late() }) }
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.instance(of: LateHolder.self)
        let asking = Task { try await holder.late() }
        await started.wait()
        await scope.close()
        _ = try? await asking.value
        #expect(isThere.withLock { $0 })
        await gone.wait()
    }
}
