import Scopes
import Testing

private protocol Check: Sendable {}

private struct DiskCheck: Check {
    init(journal: Journal) { journal.note("make DiskCheck") }
}

private actor FeedCheck: Check {
    init(journal: Journal) async { journal.note("make FeedCheck") }
}

private struct ClockCheck: Check {}

private struct SessionCheck: Check {}

/// An extension method like those of a module that builds on Scopes.
extension Blueprint {
    fileprivate mutating func check<each D: Sendable, T: Check, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        add(Binding(make, role: .contribution, file: file, line: line) { $0 as any Check })
    }
}

/// A blueprint and a plan list their contributions, with the types that will be created.
@Suite("Contributions", .timeLimit(.minutes(2))) struct ContributionTests {
    private let journal = Journal()

    /// A scope with a contribution of each form, and a session with an additional contribution.
    private var root: Blueprint {
        blueprint { blueprint in
            blueprint.provide(value: journal)
            blueprint.contribute({ "something else" }) { $0 }
            blueprint.contribute(DiskCheck.init(journal:)) { $0 as any Check }
            blueprint.contribute(FeedCheck.init(journal:)) { $0 as any Check }
            blueprint.add(
                Binding(
                    (any Check).self, of: DiskCheck.self, { (journal: Journal) in DiskCheck(journal: journal) },
                    role: .contribution))
            blueprint.contribute({ ClockCheck() }) { $0 as any Check }
            blueprint.check(DiskCheck.init(journal:))
            blueprint.session(Int.self) { blueprint in
                blueprint.check(SessionCheck.init)
            }
        }
    }

    @Test("lists the contributions of a blueprint with their types") func listed() throws {
        let listed = root.contributions(to: (any Check).self)
        let expected: [any Any.Type] = [
            DiskCheck.self, FeedCheck.self, DiskCheck.self, ClockCheck.self, DiskCheck.self,
        ]
        #expect(listed.map { ObjectIdentifier($0.implementation) } == expected.map { ObjectIdentifier($0) })
        #expect(listed.allSatisfy { $0.key == BindingKey((any Check).self) && $0.role == .contribution })
        #expect(listed.map(\.isAsynchronous) == [false, true, false, false, false])
        #expect(listed[0].requirements.map(\.key) == [BindingKey(Journal.self)])
        let ofSession = root.nested[0].contributions(to: (any Check).self)
        #expect(ofSession.map { ObjectIdentifier($0.implementation) } == [ObjectIdentifier(SessionCheck.self)])
        #expect(journal.entries == [])
    }

    @Test("reports the caller's location for a method of another module") func location() throws {
        var root = Blueprint("root")
        root.provide(value: journal)
        let line = #line + 1
        root.check(DiskCheck.init(journal:))
        let location = try #require(root.contributions(to: (any Check).self).first).location
        #expect(location == BindingLocation(file: #fileID, line: line))
    }

    @Test("lists the contributions of a plan and of its graph") func plan() throws {
        let plan = try Plan(root)
        let listed = plan.blueprint.contributions(to: (any Check).self)
        #expect(listed.map { "\($0)" }.first == "DiskCheck as Check")
        #expect(listed.count == 5)
        let drawn = plan.graph.root.instances.filter { $0.role == .contribution && $0.key == "Check" }
        #expect(drawn.map(\.implementation) == ["DiskCheck", "FeedCheck", "DiskCheck", "ClockCheck", "DiskCheck"])
        #expect(drawn.allSatisfy { $0.state == .declared })
        #expect(plan.session?.graph.root.instances.map(\.implementation).contains("SessionCheck") == true)
        #expect(journal.entries == [])
    }
}
