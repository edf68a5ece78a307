import Foundation
import ServiceLifecycle
import Testing
import Trellis

@testable import Items

@Suite("Item compactor", .timeLimit(.minutes(2)))
struct ItemCompactorTests {
    @Test(
        "periodically prunes changes past the 'history' period",
        arguments: [
            (Duration.seconds(7 * 86_400), Duration.seconds(3_600)), (.seconds(3_600), .seconds(360)),
            (.seconds(2), .seconds(1)),
        ])
    func compaction(history: Duration, interval: Duration) async throws {
        let time = AdjustableClock()
        let store = MemoryItemStore(clock: time.clock)
        let rounds = Shared(0)
        let seconds = history / .seconds(1)
        // During each sleep, the list changes and the time advances by half of the `history` period. After each
        // pruning, the changes of the last two sleeps remain. The older of these is exactly as old as the period.
        let clock = WallClock(
            now: time.clock.now,
            sleep: { duration in
                #expect(duration == interval)
                let round = rounds.change { $0 += 1 }
                #expect(try await store.changes(since: store.oldest(), limit: 10).count == min(round - 1, 2))
                if round == 5 { throw CancellationError() }
                _ = try await store.add(title: "Tea", count: round)
                time.advance(by: seconds / 2)
            })
        try await ItemCompactor(store: store, history: history, clock: clock, logger: .silent).run()
        #expect(rounds.value == 5)
    }
}

extension ItemStore {
    /// The oldest revision after which all changes are available.
    fileprivate func oldest() async throws -> Int {
        do {
            _ = try await changes(since: -1, limit: 1)
            return 0
        } catch ItemStoreError.historyUnavailable(_, let oldest, _) {
            return oldest
        }
    }
}
