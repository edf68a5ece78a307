import Scopes
import Testing

/// Concurrent use of scopes by many tasks.
@Suite("Concurrent use", .timeLimit(.minutes(2))) struct RaceTests {
    final class Counted: Closable {
        let counts: Counts

        init(counts: Counts) {
            self.counts = counts
            counts.note(made: 1)
        }

        func close() async throws { counts.note(closed: 1) }
    }

    final class Counts: Sendable {
        private let state = Guarded((made: 0, closed: 0))

        var made: Int { state.withLock { $0.made } }
        var closed: Int { state.withLock { $0.closed } }

        func note(made: Int = 0, closed: Int = 0) {
            state.withLock { state in
                state.made += made
                state.closed += closed
            }
        }
    }

    struct Access: Sendable {
        let lazy: Lazy<Tagged<A, Counted>>
        let live: Live<Tagged<B, Counted>>
        let scene: Scene<Int, Tagged<C, Counted>>
    }

    private func root(_ counts: Counts) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: counts)
            blueprint.provide(
                { (counts: Counts) async in
                    await Task.yield()
                    return Counted(counts: counts)
                }, .lazily, as: { Tagged<A, Counted>($0) })
            blueprint.provide(Counted.init(counts:)) { Tagged<B, Counted>($0) }
            blueprint.provide(Access.init)
            blueprint.export(Access.self)
            blueprint.scene(Int.self, Tagged<C, Counted>.self) { blueprint in
                blueprint.provide(Counted.init(counts:)) { Tagged<C, Counted>($0) }
            }
            blueprint.session(Int.self) { blueprint in
                blueprint.provide { (_: Tagged<A, Counted>, counts: Counts) async in Counted(counts: counts) }
            }
        }
    }

    @Test("closes every instance under concurrent creation, reading and closing", arguments: 0..<4)
    func mixed(round: Int) async throws {
        let counts = Counts()
        let scope = try await Scope.open(Plan(root(counts)))
        let access = try await scope.read(Access.self)
        await withTaskGroup { group in
            for task in 0..<64 {
                group.addTask {
                    for iteration in 0..<20 {
                        switch (task + iteration) % 7 {
                        case 0: _ = try? await access.lazy()
                        case 1: _ = try? access.live()
                        case 2: _ = try? await access.scene.open(iteration) { $0.value.counts.made }
                        case 3: if let session = try? await scope.openSession(iteration) { await session.close() }
                        case 4: _ = scope.graph()
                        case 5: _ = try? await access.scene.open(iteration)
                        default: _ = try? await scope.instance(of: Access.self)
                        }
                    }
                    if task % 16 == 15 { await scope.close() }
                }
            }
        }
        let report = await scope.close()
        #expect(report.isClean)
        #expect(counts.made > 0)
        #expect(counts.made == counts.closed)
    }

    @Test("closes every scope that opens while its parent closes") func opening() async throws {
        let counts = Counts()
        let rootScope = try await Scope.open(Plan(blueprint("outer") { $0.provide(value: counts) }))
        let plan = try Plan(
            blueprint("inner") { blueprint in
                blueprint.provide { (counts: Counts) async in Counted(counts: counts) }
                blueprint.provide { (one: Counted) async in Tagged<A, Counted>(Counted(counts: one.counts)) }
            }, under: rootScope.plan)
        await withTaskGroup { group in
            for task in 0..<64 {
                group.addTask {
                    if task == 40 { await rootScope.close() }
                    guard let scope = try? await rootScope.open(plan) else { return }
                    await scope.close()
                }
            }
        }
        #expect(await rootScope.close().isClean)
        #expect(counts.closed <= counts.made)
    }

    private struct Nested<Inner: Sendable>: Sendable {}

    /// Returns scopes that export one type each, and adds to an importer a dependency on each of them.
    private func exporters<T: Sendable>(_ type: T.Type, _ count: Int, to importer: inout Blueprint) -> [Blueprint] {
        if count == 0 { return [] }
        let exporter = blueprint("exporter\(count)") { blueprint in
            blueprint.provide { Nested<T>() }
            blueprint.export(Nested<T>.self)
        }
        importer.contribute({ (_: Nested<T>) in count }) { $0 }
        return [exporter] + exporters(Nested<T>.self, count - 1, to: &importer)
    }

    @Test("reports an instance once when two tasks close its scope") func twoClosers() async throws {
        // Unregistering from many scopes takes a while. Meanwhile, the closed importer must not count as a dependent.
        let closed = Guarded(false)
        var importer = blueprint("importer") { $0.provide({ 1 }, .onClose { _ in closed.withLock { $0 = true } }) }
        let exporters = exporters(Never.self, 40, to: &importer)
        let rootPlan = try Plan(Blueprint("root"))
        let plans = try Admission(of: exporters + [importer], under: rootPlan).plans
        for round in 0..<600 {
            closed.withLock { $0 = false }
            let scope = try await Scope.open(rootPlan)
            var open: [Scope] = []
            for plan in plans { open.append(try await scope.open(plan, importing: open)) }
            let last = try #require(open.last)
            async let one = last.close()
            async let other = {
                while !Task.isCancelled, !closed.withLock({ $0 }) { await Task.yield() }
                for _ in 0..<round % 30 { await Task.yield() }
                return await scope.close()
            }()
            let reports = await [one, other]
            #expect(reports.allSatisfy { $0.entries.count <= 1 })
        }
    }

    final class Item: Sendable {
        let gone: Gate

        init(gone: Gate) { self.gone = gone }

        deinit { gone.open() }
    }

    /// Opens a gate when it is released.
    final class Token: Sendable {
        let released: Gate

        init(released: Gate) { self.released = released }

        deinit { released.open() }
    }

    /// Closes a scope while a lazy instance receives its many inputs, without waiting for the instance.
    ///
    /// - Returns: A gate that opens when the initializer has ended as well.
    private func abandon(in outer: Scope, after yields: Int, isEarly: Gate) async throws -> Gate {
        struct Holder: Sendable { let count: Lazy<Int> }
        let (gone, released) = (Gate(), Gate())
        let token = Token(released: released)
        // The last input is an instance of the scope that closes.
        let middle = blueprint("middle") { $0.contribute({ Item(gone: gone) }) { $0 } }
        let child = blueprint("child") { blueprint in
            blueprint.closingTimeLimit = .zero
            blueprint.provide(
                { [token] (items: All<Item>) async -> Int in
                    // The initializer owns its inputs, so no input can be released.
                    if gone.isOpen { isEarly.open() }
                    return withExtendedLifetime(token) { items.count }
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
        let scope = try await outer.open(Plan(middle, under: outer.plan))
        let holder = try await scope.open(Plan(child, under: scope.plan)).read(Holder.self)
        let asking = Task { try await holder.count() }
        for _ in 0..<yields { await Task.yield() }
        await scope.close()
        _ = try? await asking.value
        return released
    }

    @Test("keeps inputs alive for a creation that is abandoned") func abandoned() async throws {
        let isEarly = Gate()
        let root = blueprint { blueprint in
            for _ in 0..<15_000 { blueprint.contribute({ Item(gone: Gate()) }) { $0 } }
        }
        let outer = try await Scope.open(Plan(root))
        for round in 0..<30 {
            // The time until the initializer receives its inputs varies.
            let released = try await abandon(in: outer, after: 1 << (round / 3), isEarly: isEarly)
            await released.wait()
        }
        await outer.close()
        #expect(!isEarly.isOpen)
    }
}
