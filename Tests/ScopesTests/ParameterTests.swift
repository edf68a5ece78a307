import Scopes
import Testing

/// The parameter types of initializers that have a special meaning.
@Suite("Parameters of initializers", .timeLimit(.minutes(2))) struct ParameterTests {
    struct Optionals: Sendable {
        let present: Int?
        let absent: String?
    }

    @Test("passes nil for an optional without a binding") func absentOptional() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(value: 3)
            blueprint.provide(Optionals.init)
            blueprint.export(Optionals.self)
        }
        let optionals = try await Scope.open(Plan(root)) { try await $0.read(Optionals.self) }
        #expect(optionals.present == 3)
        #expect(optionals.absent == nil)
    }

    @Test("opening fails when the binding of an optional fails") func failedOptional() async throws {
        let root = blueprint { blueprint in
            blueprint.provide { () throws -> Int in throw Failure() }
            blueprint.provide(Optionals.init)
        }
        let plan = try Plan(root)
        await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
    }

    struct Names: Sendable { let all: All<String> }

    @Test("passes contributions from the outermost scope inwards") func contributions() async throws {
        let root = blueprint { blueprint in
            blueprint.contribute({ "root 1" }) { $0 }
            blueprint.contribute({ "root 2" }) { $0 }
            blueprint.provide(Names.init)
            blueprint.export(Names.self)
        }
        let child = blueprint("child") { blueprint in
            blueprint.provide(Names.init)
            blueprint.contribute({ (number: Int) in "child \(number)" }) { $0 }
            blueprint.contribute({ 4.5 }) { "child \($0)" }
            blueprint.provide(value: 1)
            blueprint.export(Names.self)
        }
        try await Scope.open(Plan(root)) { scope in
            let inner = try await scope.open(Plan(child, under: scope.plan))
            #expect(try await Array(scope.read(Names.self).all) == ["root 1", "root 2"])
            #expect(try await Array(inner.read(Names.self).all) == ["root 1", "root 2", "child 1", "child 4.5"])
            #expect(try inner.contributions(to: String.self) == ["child 1", "child 4.5"])
            #expect(try inner.contributions(to: Int.self) == [])
        }
    }

    struct Transfers: Sendable {
        let a: Tagged<A, StoreConfiguration>
        let b: Tagged<B, StoreConfiguration>
    }

    @Test("distinguishes instances of one type by tags") func tags() async throws {
        let root = blueprint { blueprint in
            blueprint.provide({ StoreConfiguration(path: "a") }) { Tagged<A, StoreConfiguration>($0) }
            blueprint.provide({ StoreConfiguration(path: "b") }) { Tagged<B, StoreConfiguration>($0) }
            blueprint.provide(Transfers.init)
            blueprint.export(Transfers.self)
        }
        let transfers = try await Scope.open(Plan(root)) { try await $0.read(Transfers.self) }
        #expect(transfers.a.value.path == "a")
        #expect(transfers.b.value.path == "b")
    }

    struct Proven: Sendable {
        let building: Building
        let scope: String

        init(building: Building) throws {
            self.building = building
            scope = try building.scope
        }
    }

    @Test("passes the path of the scope that creates the object, while the initializer runs") func building()
        async throws
    {
        let root = blueprint { blueprint in
            blueprint.provide(Proven.init)
            blueprint.export(Proven.self)
        }
        let proven = try await Scope.open(Plan(root)) { try await $0.read(Proven.self) }
        #expect(proven.scope == "root")
        #expect(throws: BuildingEnded.self) { try proven.building.scope }
    }

    final class Left: Sendable {
        let right: Live<Right>
        init(right: Live<Right>) { self.right = right }
    }

    final class Right: Sendable {
        let left: Left
        init(left: Left) { self.left = left }
    }

    @Test("resolves a cycle through Live, and throws from Live after closing") func live() async throws {
        let root = blueprint { blueprint in
            blueprint.provide(Right.init(left:), .lazily)
            blueprint.provide(Left.init(right:))
            blueprint.export(Left.self)
        }
        let scope = try await Scope.open(Plan(root))
        let left = try await scope.read(Left.self)
        #expect(try left.right().left === left)
        await scope.close()
        #expect(throws: ScopeClosed(scope: "root")) { try left.right() }
    }

    @Test("throws when Live is read before its instance exists") func earlyLive() async throws {
        let root = blueprint { blueprint in
            blueprint.provide { (number: Live<Int>) throws -> String in "\(try number())" }
            blueprint.provide { (_: String) in 1 }
        }
        let plan = try Plan(root)
        let error = await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        guard case .bindingFailed(_, let cause) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause as? NotYetBuilt == NotYetBuilt(key: BindingKey(Int.self)))
    }

    @Test("Live releases its instance when the scope closes") func released() async throws {
        final class Held: Sendable {}
        struct Holder: Sendable { let held: Live<Held> }
        let root = blueprint { blueprint in
            blueprint.provide(Held.init)
            blueprint.provide(Holder.init)
            blueprint.export(Held.self)
            blueprint.export(Holder.self)
        }
        let scope = try await Scope.open(Plan(root))
        let holder = try await scope.read(Holder.self)
        weak let held = try await scope.read(Held.self)
        #expect(held != nil)
        await scope.close()
        #expect(held == nil)
        #expect(throws: ScopeClosed.self) { try holder.held() }
    }

    @Test("throws from Live as soon as its instance is closed") func closedLive() async throws {
        struct Holder: Sendable { let number: Live<Int> }
        let journal = Journal()
        let root = blueprint { blueprint in
            blueprint.provide(
                Holder.init, .onClose { journal.note((try? $0.number()).map { "\($0)" } ?? "closed") })
            blueprint.provide({ (_: Holder) in 1 }, .onClose { journal.note("close \($0)") })
        }
        try await Scope.open(Plan(root)).close()
        #expect(journal.entries == ["close 1", "closed"])
    }

    @Test("throws from Live after opening has failed") func failedLive() async throws {
        final class Kept: Sendable {
            let cell: Guarded<Live<Int>?> = Guarded(nil)
        }
        let kept = Kept()
        let root = blueprint { blueprint in
            blueprint.provide { (number: Live<Int>) throws -> String in
                kept.cell.withLock { $0 = number }
                throw Failure()
            }
            blueprint.provide { (_: String) in 1 }
        }
        let plan = try Plan(root)
        await #expect(throws: OpeningError.self) { try await Scope.open(plan) }
        #expect(throws: ScopeClosed(scope: "root")) { try kept.cell.withLock { $0 }?() }
    }

    @Test("creates Live, Lazy and All without a scope") func manual() async throws {
        #expect(try Live(3)() == 3)
        #expect(try await Lazy(3)() == 3)
        #expect(Array(All([1, 2])) == [1, 2])
    }
}
