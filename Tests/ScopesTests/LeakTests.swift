import Scopes
import Testing

/// Reports of instances that are still alive after their scope has closed.
@Suite("Leaks", .timeLimit(.minutes(2))) struct LeakTests {
    final class Part: Sendable {}

    final class Whole: Sendable {
        let part: Part

        init(part: Part) { self.part = part }
    }

    actor Worker {
        let whole: Whole

        init(whole: Whole) { self.whole = whole }

        func work(until gate: Gate) async { await gate.wait() }
    }

    private var root: Blueprint {
        blueprint { blueprint in
            blueprint.provide(Part.init)
            blueprint.provide(Whole.init(part:))
            blueprint.provide(Worker.init(whole:))
            blueprint.export(Part.self)
            blueprint.export(Whole.self)
            blueprint.export(Worker.self)
        }
    }

    @Test("reports no leak when nothing references an instance") func none() async throws {
        let report = try await Scope.open(Plan(root)).close()
        #expect(report.leaks.isEmpty)
    }

    @Test("reports a leaked instance with its dependents") func held() async throws {
        let scope = try await Scope.open(Plan(root))
        var whole: Whole? = try await scope.read(Whole.self)
        let report = await scope.close()
        #expect(whole != nil)
        #expect(report.leaks.map(\.binding.key) == [BindingKey(Whole.self), BindingKey(Part.self)])
        #expect(report.leaks.map { $0.dependents.map(\.key) } == [[], [BindingKey(Whole.self)]])
        #expect(report.problems.isEmpty)
        #expect(!report.isClean)
        #expect(report.leaks.first?.path == "root/Whole")
        #expect(report.description.contains("Whole in root (ScopesTests/LeakTests.swift:"))
        #expect(report.description.contains("is still alive: a task, a closure or a reference cycle holds it"))
        whole = nil
        #expect(report.leaks.isEmpty)
        #expect(await scope.close().leaks.isEmpty)
    }

    @Test("reports an actor as a leak while its task runs") func runningTask() async throws {
        let gate = Gate()
        let scope = try await Scope.open(Plan(root))
        let task = Task { [worker = try await scope.read(Worker.self)] in await worker.work(until: gate) }
        let report = await scope.close()
        #expect(report.leaks.map(\.binding.key).first == BindingKey(Worker.self))
        gate.open()
        await task.value
        _ = consume task
        #expect(report.leaks.count <= 3)
    }

    @Test("reports a leaked instance that is provided under another type") func converted() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(SQLiteItemStore.init(configuration:journal:)) { $0 as any ItemStore }
            blueprint.provide(Part.init) { Tagged<A, Part>($0) }
            blueprint.provide { Part() as any AnyObject & Sendable }
            blueprint.provide(value: StoreConfiguration())
            blueprint.export((any ItemStore).self)
            blueprint.export(Tagged<A, Part>.self)
            blueprint.export((any AnyObject & Sendable).self)
        }
        let scope = try await Scope.open(Plan(root))
        let kept = (
            try await scope.read((any ItemStore).self), try await scope.read(Tagged<A, Part>.self),
            try await scope.read((any AnyObject & Sendable).self)
        )
        let report = await scope.close()
        #expect(report.leaks.count == 3)
        withExtendedLifetime(kept) {}
    }

    protocol Source<Element>: Sendable {
        associatedtype Element
    }

    final class Numbers: Source, Sendable {
        typealias Element = Int
    }

    @Test("reports a leaked instance whose binding names a protocol type with arguments") func constrained()
        async throws
    {
        var numbers: (any Source<Int>)? = Numbers()
        let plan = try Plan(
            blueprint { [created = numbers] blueprint in
                blueprint.provide { () throws -> any Source<Int> in try #require(created) }
                blueprint.export((any Source<Int>).self)
            })
        let scope = try await Scope.open(plan)
        let report = await scope.close()
        #expect(report.leaks.count == 1)
        withExtendedLifetime(numbers) {}
        numbers = nil
    }

    @Test("ignores instances that the scope does not own") func notOwned() async throws {
        let given = Part()
        let root = blueprint { blueprint in
            blueprint.provide(value: given)
            blueprint.provide({ (part: Part) in Whole(part: part) }, .ownedElsewhere)
            blueprint.export(Whole.self)
        }
        let scope = try await Scope.open(Plan(root))
        let whole = try await scope.read(Whole.self)
        #expect(await scope.close().leaks.isEmpty)
        withExtendedLifetime(whole) {}
    }

    private actor Connection: Closable {
        func close() async {}
    }

    @Test("ignores references from the task that closed an instance") func closingTask() async throws {
        let plan = try Plan(blueprint { $0.provide { Connection() } })
        for _ in 0..<5_000 {
            let report = try await Scope.open(plan).close()
            try #require(report.leaks.isEmpty)
        }
    }

    @Test("ignores a part that is released with another instance") func partOfAnother() async throws {
        let root = blueprint { blueprint in
            blueprint.provide { (whole: Whole) in whole.part }
            blueprint.provide { Whole(part: Part()) }
        }
        #expect(try await Scope.open(Plan(root)).close().leaks.isEmpty)
    }

    @Test("reports the leaks of a scene in the report of the scene") func scene() async throws {
        struct Holder: Sendable { let scene: Scene<Void, Part> }
        let root = blueprint { blueprint in
            blueprint.provide(Holder.init)
            blueprint.scene(Void.self, Part.self) { $0.provide(Part.init) }
            blueprint.export(Holder.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let opened = try await scope.read(Holder.self).scene.open()
            let part = try opened.model
            #expect(await opened.close().leaks.map(\.scope) == ["root/Part"])
            withExtendedLifetime(part) {}
        }
    }
}
