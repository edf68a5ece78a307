import LinearizabilityTesting
import Testing

/// Verdicts on short histories of one register.
@Suite("Histories of a register", .timeLimit(.minutes(2)))
struct RegisterHistoryTests {
    @Test("accepts operations one after another")
    func sequential() {
        let history = [
            at(0, 1, .read(nil)), at(2, 3, .add(1)), at(4, 5, .read(1)), at(6, 7, .update(2, ifRevision: 1)),
            at(8, 9, .readRevision(2)), at(10, 11, .delete(ifRevision: 2)), at(12, 13, .read(nil)),
        ]
        #expect(verdict(of: history).isLinearizable)
        #expect(verdict(of: []).isLinearizable)
    }

    @Test("accepts results of concurrent operations in any order that explains them")
    func concurrent() {
        // The second update took effect first.
        let history = [
            at(0, 1, .add(1)), at(2, 9, .update(2)), at(3, 8, .update(3)), at(4, 7, .read(3)), at(10, 11, .read(2)),
        ]
        #expect(verdict(of: history).isLinearizable)
        #expect(verdict(of: history + [at(12, 13, .read(3))]).isViolation)
    }

    @Test("rejects a stale read")
    func staleRead() throws {
        let history = [at(0, 1, .add(1)), at(2, 3, .update(2)), at(4, 5, .read(1))]
        guard case .violation(let violation) = verdict(of: history) else {
            Issue.record("the stale read was not found")
            return
        }
        #expect(violation.order == [0, 1])
        #expect(violation.blocked == 2)
        #expect(violation.description(of: history).contains("[4, 5]"))
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 3, .delete(ifRevision: nil)), at(4, 5, .read(1))]).isViolation)
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 3, .read(nil))]).isViolation)
    }

    @Test("rejects a read of a new value before one of the old value")
    func newThenOld() {
        let history = [at(0, 1, .add(1)), at(2, 9, .update(2)), at(3, 4, .read(2)), at(5, 6, .read(1))]
        #expect(verdict(of: history).isViolation)
    }

    @Test("rejects a lost update")
    func lostUpdate() {
        // Two updates were acknowledged as replacements of the same revision.
        let history = [
            at(0, 1, .add(1)), at(2, 6, .update(2, ifRevision: 1)), at(3, 7, .update(3, ifRevision: 1)),
        ]
        #expect(verdict(of: history).isViolation)
        // The update of the count overwrote the title of the other one.
        let kept = Value(title: "t1", count: 3, revision: 3)
        let counted = Action.update(title: nil, count: 3, ifRevision: nil, result: kept)
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 3, .update(2)), at(4, 5, counted)]).isViolation)
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 5, .update(2)), at(3, 4, counted)]).isLinearizable)
    }

    @Test("lets an unknown outcome take effect at any time after the call, or never")
    func unknown() {
        let start = [at(0, 1, .add(1)), at(2, nil, .lost(2))]
        #expect(verdict(of: start).isLinearizable)
        #expect(verdict(of: start + [at(4, 5, .read(1)), at(6, 7, .read(2))]).isLinearizable)
        #expect(verdict(of: start + [at(4, 5, .read(1)), at(6, 7, .update(3)), at(8, 9, .read(3))]).isLinearizable)
        #expect(verdict(of: start + [at(4, 5, .read(2)), at(6, 7, .read(1))]).isViolation)
        // An effect before the call.
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 3, .read(2)), at(4, nil, .lost(2))]).isViolation)
        // A deletion takes effect once.
        let deletion = at(2, nil, .delete(ifRevision: nil))
        let deleted = [at(0, 1, .add(1)), deletion, at(3, 4, .read(1)), at(5, 6, .read(nil))]
        #expect(verdict(of: deleted).isLinearizable)
        #expect(verdict(of: deleted + [at(7, 8, .read(1))]).isViolation)
        // An addition whose reply was lost.
        let added = Action.add(Value(title: "t1", count: 1, revision: nil))
        #expect(verdict(of: [at(0, nil, added), at(2, 3, .read(nil)), at(4, 5, .read(1))]).isLinearizable)
    }

    @Test("rejects a value that no operation set")
    func phantom() {
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 3, .read(7))]).isViolation)
        #expect(verdict(of: [at(0, 1, .add(1)), at(2, 3, .readRevision(7))]).isViolation)
    }

    @Test("reports that a search has reached its limit")
    func limit() {
        let history = [at(0, 1, .add(1))] + (2..<12).map { at(2, 3, .update($0)) } + [at(4, 5, .read(99))]
        guard case .undecided(configurations: 101) = verdict(of: history, limit: 100) else {
            Issue.record("\(verdict(of: history, limit: 100))")
            return
        }
    }
}
