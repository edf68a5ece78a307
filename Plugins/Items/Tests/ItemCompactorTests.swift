import Foundation
import ServiceLifecycle
import Testing
import Trellis

@testable import Items

@Suite("The compactor")
struct ItemCompactorTests {
    @Test(
        "forgets what is older than the history, again and again",
        arguments: [
            (Duration.seconds(7 * 86_400), Duration.seconds(3_600)), (.seconds(3_600), .seconds(360)),
            (.seconds(2), .seconds(1)),
        ])
    func compaction(history: Duration, interval: Duration) async throws {
        let time = TurnedClock()
        let store = MemoryItemStore(clock: time.clock)
        let rounds = Shared(0)
        let seconds = history / .seconds(1)
        // At each pause the list changes, and the time goes on by half the history: what is there after a round are the
        // changes of the last two pauses, the older of which is just old enough to be kept.
        let clock = WallClock(
            now: time.clock.now,
            sleep: { span in
                #expect(span == interval)
                let round = rounds.change { $0 += 1 }
                let kept = try await store.revision() - (try await store.oldest())
                #expect(kept == min(round - 1, 2))
                if round == 5 { throw CancellationError() }
                _ = try await store.add(title: "Tea", count: round)
                time.turn(by: seconds / 2)
            })
        var configuration = ItemsConfiguration.standard
        configuration.history = history
        try await ItemCompactor(store: store, configuration: configuration, plugin: .sample(in: "/", clock: clock))
            .run()
        #expect(rounds.value == 5)
    }
}

extension ItemStore {
    /// The oldest revision after which the changes are known.
    fileprivate func oldest() async throws -> Int {
        do {
            _ = try await changes(since: -1, limit: 1)
            return 0
        } catch ItemStoreError.historyUnavailable(_, let oldest, _) {
            return oldest
        }
    }
}
