@_spi(Dynamic) import Scopes
import Testing

/// Rare combinations, each of which once went wrong.
@Suite("Edge cases", .timeLimit(.minutes(2))) struct EdgeCaseTests {
    struct Base: Sendable {}
    struct Reader: Sendable { let number: Int }
    struct Failing: Error {}

    @Test("a scope closes while another one that imports from it fails to open") func registration() async throws {
        // The importer is registered with the first exporters for a moment, which many exporters lengthen.
        let names = (0..<30).map { "\($0)" }
        let exporters = names.map { name in
            blueprint(name) { blueprint in
                blueprint.add(Binding(named: name) { _ in name })
                blueprint.export(named: name)
            }
        }
        let importer = blueprint("importer") {
            $0.add(Binding(named: "reader", requirements: names.map { Requirement(named: $0) }) { _ in "reader" })
        }
        let root = try await Scope.open(Blueprint("root"))
        let admission = try Admission(of: exporters + [importer], under: root.plan)
        let plan = try #require(admission.plan("importer"))
        let plans = try plan.imports.map { try #require(admission.plan($0)) }
        var open: [Scope] = []
        for plan in plans { open.append(try await root.open(plan)) }
        await open[29].close()
        let first = ScopeClosed(scope: plans[0].path)
        for _ in 0..<10_000 {
            let begun = Gate()
            let openings = Task { [open] in
                var (closed, count): (ScopeClosed?, Int) = (nil, 0)
                while closed != first {
                    let error = await #expect(throws: OpeningError.self) { try await root.open(plan, importing: open) }
                    guard case .scopeClosed(let scope) = error?.cause else { break }
                    closed = scope
                    begun.open()
                    count += 1
                    // Other tests may block the other threads.
                    if count.isMultiple(of: 100) { await Task.yield() }
                }
                return closed
            }
            await begun.wait()
            await open[0].close()
            #expect(await openings.value == first)
            open[0] = try await root.open(plans[0])
        }
        await root.close()
    }

    @Test("a transient binding of an open scope takes an import of that scope") func transientOfImporting()
        async throws
    {
        let store = blueprint("store") { blueprint in
            blueprint.provide(value: 7)
            blueprint.export(Int.self)
        }
        let feed = blueprint("feed") { $0.provide(Reader.init, .transient) }
        let root = try await Scope.open(Blueprint("root"))
        let open = try await root.open(store)
        let outer = try await root.open(feed, importing: [open])
        let child = try await outer.open(blueprint("child") { $0.provide { (reader: Reader) in "\(reader.number)" } })
        #expect(try await child.instance(of: String.self) == "7")
        await root.close()
    }

    @Test("a lazy instance waits for an argument that it also requests as Live") func plainAndLive() async throws {
        struct Early: Sendable {
            let task: Task<String, any Error>

            init(text: Lazy<String>) { task = Task { try await text() } }
        }
        let root = blueprint { blueprint in
            blueprint.provide(Early.init)
            blueprint.provide({ (_: Base, live: Live<Base>) in "made" }, .lazily)
            blueprint.provide { () async -> Base in
                await Task.yield()
                return Base()
            }
        }
        try await Scope.open(Plan(root)) { scope in
            let text = try await scope.instance(of: Early.self).task.value
            #expect(text == "made")
        }
    }

    @Test("a Live in a transient argument does not make a lazy instance wait") func liveThroughTransient() async throws
    {
        struct Holder: Sendable { let live: Live<Base> }
        struct Early: Sendable {
            init(text: Lazy<String>) async throws { _ = try await text() }
        }
        let root = blueprint { blueprint in
            blueprint.buildingTimeLimit = .seconds(30)
            blueprint.provide(Early.init)
            blueprint.provide(Holder.init, .transient)
            blueprint.provide({ (_: Holder) in "made" }, .lazily)
            blueprint.provide(Base.init)
        }
        #expect(try await Scope.open(Plan(root)).close().isClean)
    }

    @Test("the time limit of a lazy instance does not include that of another") func limits() async throws {
        struct First: Sendable {}
        struct Second: Sendable { let first: First }
        struct Stuck: Sendable {}
        let (asked, gate, end) = (Gate(), Gate(), Gate())
        let root = blueprint { blueprint in
            blueprint.provide(
                { () async in
                    asked.open()
                    await gate.wait()
                    return First()
                }, .lazily)
        }
        let child = blueprint("child") { blueprint in
            blueprint.buildingTimeLimit = .seconds(1)
            blueprint.provide(Second.init, .lazily)
            blueprint.provide(
                { () async in
                    await end.wait()
                    return Stuck()
                }, .lazily)
        }
        try await Scope.open(Plan(root)) { scope in
            let inner = try await scope.open(Plan(child, under: scope.plan))
            let second = Task { try await inner.instance(of: Second.self) }
            await asked.wait()
            // Second has been requested for longer than the limit when this ends.
            await #expect(throws: BuildingTimeLimitExceeded.self) { try await inner.instance(of: Stuck.self) }
            gate.open()
            await #expect(throws: Never.self) { try await second.value }
            end.open()
        }
    }

    @Test("an instance that a task created is not reported as a leak") func noFalseLeaks() async throws {
        final class Part: Sendable {}
        let plan = try Plan(blueprint { $0.provide { () async in Part() } })
        for _ in 0..<10_000 {
            let scope = try await Scope.open(plan)
            let leaks = await scope.close().leaks
            try #require(leaks.isEmpty)
        }
    }

    @Test("reports code that was abandoned while the scope closed") func abandonedWhileClosing() async throws {
        let (started, gate) = (Gate(), Gate())
        let root = blueprint { blueprint in
            blueprint.buildingTimeLimit = .milliseconds(50)
            blueprint.closingTimeLimit = .milliseconds(300)
            blueprint.provide(
                { () async -> Int in
                    started.open()
                    await gate.wait()
                    return 1
                }, .lazily)
        }
        let scope = try await Scope.open(Plan(root))
        let asking = Task { try await scope.instance(of: Int.self) }
        await started.wait()
        let report = await scope.close()
        #expect(report.abandoned.map(\.binding.key) == [BindingKey(Int.self)])
        gate.open()
        for code in report.abandoned { await code.waitForEnd() }
        await #expect(throws: (any Error).self) { try await asking.value }
    }

    @Test("reports the failed closing of a transient argument", arguments: [false, true])
    func failedTransient(isAsynchronous: Bool) async throws {
        let root = blueprint { blueprint in
            blueprint.provide(Base.init, .transient, .onClose { _ in throw Failing() })
            if isAsynchronous {
                blueprint.provide { (_: Base) async throws -> Int in throw Failure() }
            } else {
                blueprint.provide { (_: Base) throws -> Int in throw Failure() }
            }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(error?.closing.problems.map(\.binding.key) == [BindingKey(Base.self)])
    }

    @Test("a leak names the object that received it through an alias, in the same session") func leaks() async throws {
        final class Noted: Sendable {}
        struct Client: Sendable { let number: Int }
        final class Keeper: Sendable {
            let noted: any Sendable

            init(noted: any AnyObject & Sendable) { self.noted = noted }
        }
        let root = blueprint { blueprint in
            blueprint.session(Client.self) { session in
                session.provide(Noted.init)
                session.alias(Noted.self) { $0 as any AnyObject & Sendable }
                session.provide(Keeper.init(noted:))
            }
        }
        let scope = try await Scope.open(Plan(root))
        let one = try await scope.openSession(Client(number: 1))
        let other = try await scope.openSession(Client(number: 2))
        let keeper = try await one.instance(of: Keeper.self)
        let noted = try await other.instance(of: Noted.self)
        let leaks = await scope.close().leaks.filter { $0.binding.key == BindingKey(Noted.self) }
        #expect(leaks.map { $0.dependents.map(\.key) } == [[], [BindingKey(Keeper.self)]])
        withExtendedLifetime((keeper, noted)) {}
    }

    @Test("the export of a sibling is nearer than a binding further out") func nearer() throws {
        let root = try Plan(blueprint { $0.provide(value: 1) })
        let middle = try Plan(Blueprint("middle"), under: root)
        let exporter = blueprint("exporter") { blueprint in
            blueprint.provide(value: 2)
            blueprint.export(Int.self)
        }
        let reader = blueprint("reader") { $0.provide(Reader.init) }
        let admission = try Admission(of: [reader, exporter], under: middle)
        #expect(admission.requirements(of: "reader") == ["exporter"])
    }

    @Test("an override of an outer scope keeps the decorator of a nested one") func nestedDecorator() async throws {
        var root = blueprint { $0.provide(value: 1) }
        root.nest(
            blueprint("child") { blueprint in
                blueprint.decorate { (number: Int) in number + 10 }
                blueprint.provide(Reader.init)
            })
        root.override(value: 2)
        try await Scope.open(Plan(root)) { scope in
            let child = try await scope.open(#require(scope.plan.nested("child")))
            let number = try await child.instance(of: Reader.self).number
            #expect(number == 12)
        }
    }

    @Test("a decorator has the lifetime of an override") func lifetime() {
        var root = blueprint { blueprint in
            blueprint.provide { 1 }
            blueprint.decorate { (number: Int) in number + 10 }
        }
        root.override({ 2 }, .transient)
        #expect(root.bindings.map(\.isTransient) == [true, true])
    }

    @Test("time limits have no upper bound") func longLimits() async throws {
        let root = blueprint { blueprint in
            blueprint.buildingTimeLimit = .seconds(Int64.max)
            blueprint.closingTimeLimit = .seconds(Int64.max)
            blueprint.provide(
                { () async throws -> Int in
                    try await Task.sleep(for: .milliseconds(60))
                    return 1
                }, .onClose { _ in try await Task.sleep(for: .milliseconds(60)) })
        }
        #expect(try await Scope.open(Plan(root)).close().isClean)
    }

    @Test("rejects an existing instance that is transient, and accepts a sibling that is passed twice")
    func declarations()
        throws
    {
        let found = diagnostics { () throws(AdmissionError) in
            try Plan(blueprint { $0.provide(value: 1, .transient) })
        }
        #expect(found.map(\.code) == [.unsuitableOption])
        let root = try Plan(Blueprint("root"))
        let store = try Plan(
            blueprint("store") { blueprint in
                blueprint.provide(value: 1)
                blueprint.export(Int.self)
            }, under: root)
        let reader = blueprint("reader") { $0.provide(Reader.init) }
        #expect(try Plan(reader, under: root, importing: [store, store]).imports == ["store"])
    }
}
