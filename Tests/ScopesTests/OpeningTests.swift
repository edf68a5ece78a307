import Scopes
import Testing

@Suite("Opening", .timeLimit(.minutes(2))) struct OpeningTests {
    @Test("opening fails when its task is cancelled while it waits for an ancestor's instance") func cancelled()
        async throws
    {
        let started = Gate()
        let gate = Gate()
        let root = blueprint { blueprint in
            blueprint.provide(
                { () async -> Int in
                    started.open()
                    await gate.wait()
                    return 1
                }, .lazily)
        }
        try await Scope.open(Plan(root)) { scope in
            let child = try Plan(blueprint("child") { $0.provide { (number: Int) in "\(number)" } }, under: scope.plan)
            let opening = Task { try await scope.open(child) }
            await started.wait()
            opening.cancel()
            let error = await #expect(throws: OpeningError.self) { try await opening.value }
            #expect(error?.description == "root/child could not be opened: the opening task was cancelled")
            gate.open()
        }
    }

    @Test("closes created instances in reverse order after a failure, and reports both errors")
    func rollback() async throws {
        let journal = Journal()
        let line = #line + 6
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
            blueprint.provide({ (_: Noted<A>) in 1 }, .onClose { _ in throw Failure(description: "not closed") })
            blueprint.provide { (_: Int, journal: Journal) in Noted<B>(journal: journal) }
            blueprint.provide { (_: Noted<B>) throws -> String in throw Failure() }
            blueprint.provide { (_: String, journal: Journal) in Noted<C>(journal: journal) }
        }
        let plan = try Plan(root)
        let error = try #require(await #expect(throws: OpeningError.self) { try await Scope.open(plan) })
        #expect(journal.entries == ["make A", "make B", "close B", "close A"])
        #expect(error.scope == "root")
        guard case .bindingFailed(let binding, let cause) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(binding.location.line == line)
        #expect(cause as? Failure == Failure())
        #expect(error.closing.problems.count == 1)
        #expect(
            error.description.hasPrefix(
                """
                root could not be opened: creating String (ScopesTests/OpeningTests.swift:\(line)) failed: \
                it failed on purpose
                while closing the created instances: closed root: 2 of 3 instances in
                """))
        #expect(error.description.contains("failed to close: not closed"))
    }

    @Test("opens one plan several times") func repeated() async throws {
        let root = blueprint { blueprint in
            blueprint.provide { SQLiteItemStore(configuration: StoreConfiguration(), journal: nil) }
            blueprint.export(SQLiteItemStore.self)
        }
        let plan = try Plan(root)
        let first = try await Scope.open(plan)
        let second = try await Scope.open(plan)
        let stores = (try await first.read(SQLiteItemStore.self), try await second.read(SQLiteItemStore.self))
        #expect(stores.0 !== stores.1)
        await first.close()
        #expect(try await second.read(SQLiteItemStore.self).name == "items.db")
        await second.close()
    }

    @Test("resolves a requirement from the nearest ancestor") func nearest() async throws {
        struct Seen: Sendable {
            let number: Int
            let text: String
        }
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.provide(value: "root")
        }
        let middle = blueprint("middle") { $0.provide(value: 2) }
        let inner = blueprint("inner") { blueprint in
            blueprint.provide(Seen.init)
            blueprint.export(Seen.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let middle = try await scope.open(Plan(middle, under: scope.plan))
            let inner = try await middle.open(Plan(inner, under: middle.plan))
            let seen = try await inner.read(Seen.self)
            #expect(seen.number == 2)
            #expect(seen.text == "root")
            #expect(inner.path == "root/middle/inner")
        }
    }

    @Test("rejects a plan that was validated under another scope") func foreignPlan() async throws {
        let root = blueprint { _ in }
        let child = blueprint("child") { _ in }
        try await Scope.open(Plan(root)) { scope in
            let foreign = try Plan(child, under: Plan(root))
            let error = await #expect(throws: OpeningError.self) { try await scope.open(foreign) }
            #expect(
                error?.description
                    == "root/child could not be opened: its plan was validated under root, not under root")
            let orphan = try Plan(child)
            await #expect(throws: OpeningError.self) { try await scope.open(orphan) }
        }
    }

    @Test("the owner reads any instance of the scope's blueprint, and receives an error for other instances")
    func ownersRead() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.provide({ "lazy" }, .lazily)
            blueprint.provide({ 1.5 }, .transient)
            blueprint.provide(MemoryItemStore.init) { $0 as any ItemStore }
            blueprint.contribute({ true }) { $0 }
        }
        try await Scope.open(root) { scope in
            #expect(try await scope.instance(of: Int.self) == 1)
            #expect(try await scope.instance(of: String.self) == "lazy")
            func message<K: Sendable>(_ key: K.Type) async -> String? {
                await #expect(throws: InstanceUnavailable.self) { try await scope.instance(of: key) }?.description
            }
            #expect(
                await message(Double.self) == """
                    root has no instance of Double: Double is transient, so that each requester gets its own; require it in an \
                    initializer
                    """)
            #expect(
                await message(Bool.self)
                    == "root has no instance of Bool: it has contributions; use `contributions(to:)`")
            #expect(
                await message(MemoryItemStore.self) == """
                    root has no instance of MemoryItemStore: MemoryItemStore is provided as ItemStore; request that
                    """)
            #expect(await message(Int8.self) == "root has no instance of Int8: did you mean Int?")
            let inner = try await scope.open(Blueprint("inner"))
            await #expect(throws: InstanceUnavailable.self) { try await inner.instance(of: Int.self) }
        }
    }

    @Test("opens a long chain of bindings") func longChain() async throws {
        // The order must not be determined by recursion, because a chain may be deeper than a stack.
        struct Link<Tail>: Sendable {}
        func extend<Tail>(_ blueprint: inout Blueprint, _ tail: Tail.Type, _ depth: Int) {
            blueprint.provide { (_: Link<Tail>) in Link<Link<Tail>>() }
            if depth > 0 { extend(&blueprint, Link<Tail>.self, depth - 1) }
        }
        let root = blueprint { blueprint in
            extend(&blueprint, Int.self, 100)
            blueprint.provide { Link<Int>() }
        }
        try await Scope.open(Plan(root)).close()
    }

    @Test("closes the scope after the body and reports the errors of both") func body() async throws {
        let root = blueprint { blueprint in
            blueprint.provide({ 1 }, .onClose { _ in throw Failure(description: "not closed") })
        }
        let plan = try Plan(root)
        let alone = await #expect(throws: ClosingError.self) { try await Scope.open(plan) { _ in } }
        #expect(alone?.bodyError == nil)
        let both = await #expect(throws: ClosingError.self) {
            try await Scope.open(plan) { _ in throw Failure() }
        }
        #expect(both?.bodyError as? Failure == Failure())
        #expect(both?.report.problems.count == 1)
    }
}
