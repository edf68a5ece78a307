import Scopes
import Testing

@Suite("Closing", .timeLimit(.minutes(2))) struct ClosingTests {
    @Test("closes dependents first, regardless of the order of declaration") func order() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide { (_: Noted<B>, journal: Journal) in Noted<A>(journal: journal) }
            blueprint.provide { (_: Noted<C>, journal: Journal) in Noted<B>(journal: journal) }
            blueprint.provide(Noted<C>.init(journal:))
            blueprint.provide(value: journal)
        }
        let report = try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["make C", "make B", "make A", "close A", "close B", "close C"])
        #expect(report.entries.map(\.binding.key) == root.bindings.prefix(3).map(\.key))
        #expect(report.isClean)
    }

    @Test("closes nested scopes first, the most recently opened one before the others") func children() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
        }
        let scope = try await Scope.open(Plan(root))
        let first = try await scope.open(
            Plan(blueprint("first") { $0.provide(Noted<B>.init(journal:)) }, under: scope.plan))
        _ = try await first.open(
            Plan(blueprint("inner") { $0.provide(Noted<C>.init(journal:)) }, under: first.plan))
        _ = try await scope.open(
            Plan(blueprint("second") { $0.provide(Noted<D>.init(journal:)) }, under: scope.plan))
        let report = await scope.close()
        #expect(journal.entries.suffix(4) == ["close D", "close C", "close B", "close A"])
        #expect(
            report.entries.map(\.scope) == ["root/second", "root/first/inner", "root/first", "root"])
    }

    @Test("closing continues after a failure and after a time limit") func failures() async throws {
        let journal = Journal()
        let never = Gate()
        let root = blueprint { blueprint in
            blueprint.closingTimeLimit = .milliseconds(300)
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
            blueprint.provide({ (_: Noted<A>) in 1 }, .onClose { _ in await never.wait() })
            blueprint.provide({ (_: Int) in "x" }, .onClose { _ in throw Failure() })
            blueprint.provide { (_: String, journal: Journal) in Noted<B>(journal: journal) }
        }
        let report = try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["make A", "make B", "close B", "close A"])
        #expect(!report.isClean)
        #expect(report.problems.count == 2)
        guard case .failed(let error) = report.entries[1].outcome,
            case .abandoned(after: .milliseconds(300)) = report.entries[2].outcome
        else {
            Issue.record("\(report)")
            return
        }
        #expect(error as? Failure == Failure())
        #expect(report.description.contains("String in root (ScopesTests/ClosingTests.swift:"))
        #expect(report.description.contains("failed to close: it failed on purpose"))
        #expect(report.description.contains("did not close within 0.3 seconds, and is no longer awaited"))
        never.open()
    }

    @Test("cancels the closing task of an instance after its time limit") func abandoned() async throws {
        let cancelled = Gate()
        let never = Gate()
        let root = blueprint { blueprint in
            blueprint.closingTimeLimit = .milliseconds(10)
            blueprint.provide(
                { 1 },
                .onClose { _ in
                    await withTaskCancellationHandler {
                        await never.wait()
                    } onCancel: {
                        cancelled.open()
                    }
                })
        }
        let report = try await Scope.open(Plan(root)).close()
        await cancelled.wait()
        #expect(report.problems.count == 1)
        never.open()
    }

    @Test("closes all instances when the closing task is cancelled") func cancelledTask() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(
                { 1 },
                .onClose { _ in
                    try Task.checkCancellation()
                    await Task.yield()
                    try Task.checkCancellation()
                    journal.note("closed")
                })
        }
        let scope = try await Scope.open(Plan(root))
        let gate = Gate()
        let closing = Task {
            await gate.wait()
            return await scope.close()
        }
        closing.cancel()
        gate.open()
        #expect(await closing.value.isClean)
        #expect(journal.entries == ["closed"])
    }

    @Test("returns the same report to concurrent callers") func concurrent() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:))
        }
        let scope = try await Scope.open(Plan(root))
        let counts = await withTaskGroup { group in
            for _ in 0..<32 { group.addTask { await scope.close().entries.count } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 1, count: 32))
        #expect(journal.entries == ["make A", "close A"])
    }

    @Test("prefers onClose to Closable, and leaves passed instances open") func ownership() async throws {
        let journal = Journal()
        let given = Noted<B>(journal: journal)
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:), .onClose { $0.journal.note("onClose A") })
            blueprint.provide(value: given)
            blueprint.provide({ (b: Noted<B>) in b }, .ownedElsewhere) { $0 as any Closable }
        }
        try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["make B", "make A", "onClose A"])
    }

    @Test("an alias is the same instance under a second key, and is closed once") func alias() async throws {
        struct Reader: Sendable { let closable: any Closable }
        let journal = Journal()
        var root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Reader.init(closable:))
            blueprint.alias(Noted<A>.self) { $0 as any Closable }
            blueprint.provide(Noted<A>.init(journal:))
        }
        let scope = try await Scope.open(Plan(root))
        let reader = try await scope.instance(of: Reader.self)
        let original = try await scope.instance(of: Noted<A>.self)
        #expect(reader.closable as? Noted<A> === original)
        await scope.close()
        #expect(journal.entries == ["make A", "close A"])

        // The alias follows an override of the instance.
        root.override({ Noted<A>(journal: Journal()) })
        let changed = try await Scope.open(Plan(root))
        await changed.close()
        #expect(journal.entries == ["make A", "close A"])
    }

    @Test("closes an instance that is provided under another type") func converted() async throws {
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(Noted<A>.init(journal:)) { Tagged<B, Noted<A>>($0) }
        }
        try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["make A", "close A"])
    }

    @Test("a closed scope rejects reading and opening") func afterwards() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(value: 1)
            blueprint.contribute({ 2 }) { $0 }
            blueprint.export(Int.self)
            blueprint.session { _ in }
        }
        let scope = try await Scope.open(Plan(root))
        await scope.close()
        #expect(throws: ScopeClosed(scope: "root")) { try scope.contributions(to: Int.self) }
        await #expect(throws: ScopeClosed(scope: "root")) { try await scope.instance(of: Int.self) }
        let error = await #expect(throws: OpeningError.self) { try await scope.openSession() }
        #expect(error?.description == "root/session could not be opened: root is not open")
    }

    @Test("releases the instances when the scope closes") func released() async throws {
        final class Object: Sendable {}
        let root = blueprint { blueprint in
            blueprint.provide(Object.init)
            blueprint.scene(Void.self, Int.self) { $0.provide { (_: Object) in 1 } }
            blueprint.export(Object.self)
        }
        let scope = try await Scope.open(Plan(root))
        weak let object = try await scope.read(Object.self)
        #expect(object != nil)
        await scope.close()
        #expect(object == nil)
    }

    @Test("holds no lock while a deinitializer reads the scope") func lockFreeDeinit() async throws {
        final class Asking: Sendable {
            let cell: Live<Int>
            let journal: Journal

            init(cell: Live<Int>, journal: Journal) {
                self.cell = cell
                self.journal = journal
            }

            deinit {
                journal.note((try? cell()).map { "\($0)" } ?? "closed")
            }
        }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.provide(value: 5)
            blueprint.provide(Asking.init(cell:journal:))
        }
        try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["5"])
    }
}
