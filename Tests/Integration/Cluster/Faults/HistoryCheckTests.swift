import Testing

/// The checks of ``SharedItemsFaultTests``, on histories with planted errors.
@Suite("Checks of a history of items", .timeLimit(.minutes(10)))
struct HistoryCheckTests {
    private static let tea = ReceivedItem(id: "a", title: "tea", count: 1, revision: 512)
    private static let more = ReceivedItem(id: "a", title: "tea", count: 2, revision: 1_024)

    private static let changes = [
        change(.added, tea), change(.updated, more), change(.deleted, more, revision: 1_536),
    ]
    private static let calls = [
        RecordedCall(request: .add(title: "tea", count: 1), outcome: .item(tea), call: 0, completion: 1),
        RecordedCall(
            request: .update(id: "a", title: nil, count: 2, ifRevision: 512), outcome: .item(more), call: 2,
            completion: 3),
        RecordedCall(request: .delete(id: "a", ifRevision: nil), outcome: .deleted, call: 4, completion: 5),
    ]

    private static func change(
        _ kind: WatchedChange.Kind, _ item: ReceivedItem, revision: Int? = nil
    ) -> WatchedChange {
        WatchedChange(kind: kind, item: item, revision: revision ?? item.revision, time: 10)
    }

    /// The records of a watch that began with an empty list.
    private func watch(_ changes: [WatchedChange]) -> WatchReplay {
        WatchReplay([.began(since: nil), .ready(revision: 0)] + changes.map { .changed($0) })
    }

    @Test("accept a correct history")
    func correct() {
        let log = ChangeLog(["host1": watch(Self.changes), "host2": watch(Self.changes)])
        #expect(log.problems == [])
        #expect(ChangeCheck(Self.calls, log).problems == [])
        let registers = ItemRegisters(Self.calls, log)
        #expect(registers.largest == 3)
        #expect(registers.check() == [])
    }

    @Test("accept a watch that read the list again")
    func readAgain() {
        let again = WatchReplay([
            .began(since: nil), .ready(revision: 0), .changed(Self.changes[0]), .began(since: 512), .began(since: nil),
            .present(Self.more), .ready(revision: 1_024), .changed(Self.changes[2]),
        ])
        #expect(ChangeLog(["host1": watch(Self.changes), "host2": again]).problems == [])
        #expect(again.copy == [:])
        let stale = WatchReplay([.began(since: nil), .present(Self.tea), .ready(revision: 1_024)])
        #expect(ChangeLog(["host1": watch(Self.changes), "host2": stale]).problems.count == 1)
    }

    @Test("find a change that a watch missed, repeated or reported late")
    func watches() {
        let others = [
            [Self.changes[0], Self.changes[2]], [Self.changes[0], Self.changes[0]] + Self.changes[1...],
            [Self.changes[1], Self.changes[0], Self.changes[2]],
        ]
        for other in others {
            #expect(!ChangeLog(["host1": watch(Self.changes), "host2": watch(other)]).problems.isEmpty)
        }
    }

    @Test("find an acknowledged change that was not made")
    func lost() {
        for missing in Self.changes.indices {
            var changes = Self.changes
            changes.remove(at: missing)
            #expect(!ChangeCheck(Self.calls, ChangeLog(["host1": watch(changes)])).problems.isEmpty)
        }
    }

    @Test("find a change that was made twice, although it failed, or without a call")
    func causes() {
        let twice = Self.changes + [Self.change(.added, Self.tea, revision: 2_048)]
        #expect(!ChangeLog(["host1": watch(twice)]).problems.isEmpty)
        #expect(!ChangeCheck(Self.calls, ChangeLog(["host1": watch(twice)])).problems.isEmpty)
        var failed = Self.calls
        failed[1].outcome = .failed
        let log = ChangeLog(["host1": watch(Self.changes)])
        #expect(!ChangeCheck(failed, log).problems.isEmpty)
        #expect(!ChangeCheck(Array(Self.calls[1...]), log).problems.isEmpty)
    }

    @Test("find a revision that is smaller than one acknowledged before, and a stale read")
    func order() {
        let log = ChangeLog(["host1": watch(Self.changes)])
        var late = Self.calls
        (late[0].call, late[0].completion) = (8, 9)
        #expect(!ChangeCheck(late, log).problems.isEmpty)
        let stale = RecordedCall(request: .list, outcome: .items([Self.tea]), call: 6, completion: 7)
        #expect(ItemRegisters(Self.calls + [stale], log).check().count == 1)
    }
}
