import Scopes
import Testing

/// Reading through slots, and draining.
@Suite("Reading and draining", .timeLimit(.minutes(2))) struct ReadingTests {
    private var root: Blueprint {
        blueprint { blueprint in
            blueprint.provide { ItemFeed(store: MemoryItemStore()) }
            blueprint.provide({ 1 }, .lazily)
            blueprint.export(ItemFeed.self)
            blueprint.export(Int.self)
            blueprint.session(Int.self) { blueprint in
                blueprint.provide { (number: Int) in "\(number)" }
                blueprint.contribute({ (text: String) in text }) { $0 }
            }
        }
    }

    @Test("a slot can be read in every scope of its plan") func slots() async throws {
        let plan = try Plan(root)
        let slot = try #require(plan.slot(of: ItemFeed.self))
        #expect(plan.slot(of: Int.self) == nil)
        #expect(plan.slot(of: String.self) == nil)
        for _ in 1...2 {
            try await Scope.open(plan) { scope in
                let feed = try await scope.read(ItemFeed.self)
                let isSame = try scope.withInstances { $0[slot] === feed && $0[slot].store.name == "memory" }
                #expect(isSame)
            }
        }
    }

    @Test("keeps instances alive while they are read") func lifetime() async throws {
        let scope = try await Scope.open(Plan(root))
        let slot = try #require(scope.plan.slot(of: ItemFeed.self))
        weak let feed = try await scope.read(ItemFeed.self)
        let closed = Guarded(false)
        let closing = try scope.withInstances { instances in
            let closing = Task {
                await scope.close()
                closed.withLock { $0 = true }
            }
            for _ in 0..<1000 { #expect(instances[slot].store.name == "memory") }
            #expect(feed != nil)
            #expect(!closed.withLock { $0 })
            return closing
        }
        await closing.value
        #expect(feed == nil)
        #expect(throws: ScopeClosed(scope: "root")) { try scope.withInstances { _ in } }
    }

    @Test("draining waits for open sessions and rejects new ones") func draining() async throws {
        let scope = try await Scope.open(Plan(root))
        let session = try await scope.openSession(1)
        async let drained = scope.drain(within: .seconds(60))
        while let other = try? await scope.openSession(2) {
            await other.close()
            // A session opens and closes without suspending; draining may need this thread.
            await Task.yield()
        }
        await session.close()
        #expect(await drained)
        #expect(await scope.drain(within: .zero))
        await scope.close()
    }

    @Test("draining ends at its time limit or when it is cancelled") func drainingEnds() async throws {
        let scope = try await Scope.open(Plan(root))
        _ = try await scope.openSession(1)
        #expect(await scope.drain(within: .milliseconds(10)) == false)
        let cancelled = Task { await scope.drain(within: .seconds(60)) }
        cancelled.cancel()
        #expect(await cancelled.value == false)
        await scope.close()
    }

    @Test("draining ends when it is cancelled at any moment") func drainingRaces() async throws {
        let scope = try await Scope.open(Plan(blueprint { $0.session { _ in } }))
        let session = try await scope.openSession()
        for _ in 0..<5000 {
            let drained = await scope.drain(within: .zero)
            #expect(!drained)
            let cancelled = Task { await scope.drain(within: .seconds(3600)) }
            cancelled.cancel()
            let isDrained = await cancelled.value
            #expect(!isDrained)
        }
        await session.close()
        await scope.close()
    }
}
