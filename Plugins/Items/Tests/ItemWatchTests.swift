import Foundation
import Testing

@testable import Items

@Suite("A watch")
struct ItemWatchTests {
    /// Whatever happens between any two things that a watch does, the client has the list as it was when it is told so,
    /// and every change after that once and in order.
    @Test("tells the list and every change once, whatever changes between its steps", arguments: StoreKind.allCases)
    func interleaving(kind: StoreKind) async throws {
        for seed in 0..<(kind == .memory ? 400 : 40) {
            try await kind.withStore { store, clock in
                let scenario = WatchScenario(seed: seed, store: store, clock: clock, forgetting: false)
                try await scenario.prepare()
                try await #require(throws: WatchScenario.Over.self, "seed \(seed)") {
                    try await scenario.watch(since: nil)
                }
            }
        }
    }

    @Test("goes on where a client left off, whatever changes between its steps", arguments: StoreKind.allCases)
    func resuming(kind: StoreKind) async throws {
        for seed in 0..<(kind == .memory ? 400 : 40) {
            try await kind.withStore { store, clock in
                let scenario = WatchScenario(seed: seed, store: store, clock: clock, forgetting: false)
                try await scenario.prepare()
                let revision = try await store.revision()
                try await #require(throws: WatchScenario.Over.self, "seed \(seed)") {
                    try await scenario.watch(since: Int.random(in: 0...revision))
                }
            }
        }
    }

    /// Compaction while a watch lags: it is told that it can't go on, or it missed nothing.
    @Test("never leaves out a change that was forgotten before it was told", arguments: StoreKind.allCases)
    func forgetting(kind: StoreKind) async throws {
        var interrupted = 0
        let seeds = kind == .memory ? 400 : 40
        for seed in 0..<seeds {
            try await kind.withStore { store, clock in
                let scenario = WatchScenario(seed: seed, store: store, clock: clock, forgetting: true)
                try await scenario.prepare()
                do {
                    try await scenario.watch(since: nil)
                } catch is WatchScenario.Over {
                } catch ItemStoreError.historyUnavailable(let since, let oldest, let newest) {
                    interrupted += 1
                    #expect(since == scenario.client.revision ?? since, "seed \(seed)")
                    #expect(since < oldest, "seed \(seed)")
                    #expect(oldest <= newest, "seed \(seed)")
                }
            }
        }
        // Both happen, or the scenario would show nothing.
        #expect((seeds / 10...seeds * 9 / 10).contains(interrupted))
    }

    @Test("ends when the list is closed, and when its task is cancelled")
    func ending() async throws {
        let (announcements, continuation) = AsyncStream.makeStream(of: Void.self)
        let environment = WatchEnvironment(
            revision: { 0 }, page: { _, _ in ItemPage(items: [], last: nil) }, changes: { _, _ in [] },
            announcements: { announcements }, logger: .silent)
        let watch = ItemWatch(request: WatchRequest(since: nil), environment: environment)
        try await watch.run { event in
            #expect(event == .ready(revision: 0))
            continuation.finish()
        }
        let task = Task {
            try await watch.run { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
