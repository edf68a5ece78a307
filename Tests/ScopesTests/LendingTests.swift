import Scopes
import Testing

/// What is made with an instance that may still be taken back.
@Suite(.timeLimit(.minutes(10))) struct LendingTests {
    final class One: Sendable {
        let other: Live<Other>
        let last: Live<Last>

        init(other: Live<Other>, last: Live<Last>) { (self.other, self.last) = (other, last) }
    }

    final class Other: Sendable {
        let one: One

        init(one: One) { self.one = one }

        init(lazy: Lazy<One>) async throws { one = try await lazy() }
    }

    struct Last: Sendable {}
    struct Holder: Sendable { let other: Lazy<Other> }

    /// How the one is had that is not there to stay yet.
    enum Way: CaseIterable {
        case directly
        case lazily
    }

    /// A root with a `One` that has a `Live` of a `Last`, which waits at a gate; and with an `Other` of that one.
    private func root(
        _ way: Way, _ journal: Journal, started: Gate, gate: Gate, _ last: @escaping @Sendable () throws -> Last
    ) -> Blueprint {
        blueprint { blueprint in
            blueprint.provide(
                One.init(other:last:), .lazily, .buildingTimeLimit(.seconds(600)),
                .onClose { _ in journal.note("close one") })
            switch way {
            case .directly:
                blueprint.provide(Other.init(one:), .lazily, .onClose { _ in journal.note("close other") })
            case .lazily:
                blueprint.provide(
                    { (one: Lazy<One>) async throws in try await Other(lazy: one) }, .lazily,
                    .onClose { _ in journal.note("close other") })
            }
            blueprint.provide(
                { () async throws -> Last in
                    started.open()
                    await gate.wait()
                    return try last()
                }, .lazily)
            blueprint.provide(Holder.init)
            blueprint.export(Holder.self)
        }
    }

    @Test(arguments: Way.allCases) func isHandedOutWhenThatIsThereToStay(way: Way) async throws {
        let journal = Journal()
        let (started, gate) = (Gate(), Gate())
        let root = root(way, journal, started: started, gate: gate) { Last() }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            let asking = Task { try await holder.other() }
            await started.wait()
            // It asks before the next line is reached.
            let again = Task.immediate {
                let other = try await holder.other()
                journal.note("had")
                return other
            }
            #expect(journal.entries == [])
            gate.open()
            let other = try await asking.value
            #expect(throws: Never.self) { try other.one.last() }
            #expect(try await again.value === other)
        }
        #expect(journal.entries == ["had", "close other", "close one"])
    }

    @Test(arguments: Way.allCases) func isTakenBackBeforeThat(way: Way) async throws {
        let journal = Journal()
        let (started, gate) = (Gate(), Gate())
        let root = root(way, journal, started: started, gate: gate) { throw Failure() }
        try await Scope.open(Plan(root)) { scope in
            let holder = try await scope.read(Holder.self)
            let asking = Task { try await holder.other() }
            await started.wait()
            gate.open()
            await #expect(throws: Failure()) { try await asking.value }
            #expect(journal.entries == ["close other", "close one"])
        }
        #expect(journal.entries == ["close other", "close one"])
    }
}
