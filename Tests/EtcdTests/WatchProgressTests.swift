import Testing

@testable import Etcd

@Suite("Progress of a watch", .timeLimit(.minutes(2)))
struct WatchProgressTests {
    private func event(_ revision: Int64) -> EtcdEvent {
        EtcdEvent(
            kind: .put,
            keyValue: EtcdKeyValue(
                key: "k", value: "", createRevision: 1, modRevision: revision, version: 1, lease: nil))
    }

    @Test("continues after the revision of the start if there were no events")
    func start() {
        var progress = WatchProgress(from: nil)
        #expect(progress.begin(at: 7) == 8)
        #expect(progress.next == 8)
        #expect(progress.begin(at: 20) == 8)
    }

    @Test("a watch continues after the last event, not after the revision of the store")
    func events() {
        var progress = WatchProgress(from: 3)
        #expect(progress.begin(at: 50) == 3)
        #expect(progress.add([event(3), event(4)], isFragment: false)?.revision == 4)
        #expect(progress.next == 5)
    }

    @Test("a divided message is reported as a whole, and again from its beginning after an interruption")
    func fragments() {
        var progress = WatchProgress(from: 3)
        _ = progress.begin(at: 50)
        #expect(progress.add([event(3)], isFragment: true) == nil)
        #expect(progress.next == 3)
        _ = progress.begin(at: 51)
        #expect(progress.add([event(3)], isFragment: true) == nil)
        #expect(progress.add([event(3), event(4)], isFragment: false)?.events.map(\.revision) == [3, 3, 4])
    }

    @Test("events before the requested revision are dropped")
    func old() {
        var progress = WatchProgress(from: 10)
        _ = progress.begin(at: 5)
        #expect(progress.add([event(6), event(7)], isFragment: false) == nil)
        #expect(progress.add([event(9), event(10)], isFragment: false)?.events.map(\.revision) == [10])
        #expect(progress.next == 11)
    }

    @Test("a response without events is not reported")
    func empty() {
        var progress = WatchProgress(from: 10)
        #expect(progress.add([], isFragment: false) == nil)
        #expect(progress.next == 10)
    }
}
