import Foundation
import Testing
import Trellis

@testable import Items

@Suite("Item watch", .sharesEtcd, .timeLimit(.minutes(2)))
struct ItemWatchTests {
    // Changes happen between any two steps of a watch. At `ready`, the client has the list at the reported revision.
    // Afterwards, the client receives every change once and in order.
    @Test("reports the list, and each change once, despite interleaved changes", arguments: StoreKind.allCases)
    func interleaving(kind: StoreKind) async throws {
        for seed in 0..<kind.scenarios {
            try await kind.withStore { store, clock in
                let scenario = WatchScenario(seed: seed, store: store, clock: clock, pruning: false)
                try await scenario.prepare()
                try await #require(throws: WatchScenario.Over.self, "seed \(seed)") {
                    try await scenario.watch(since: nil)
                }
            }
        }
    }

    @Test("a watch resumes after a revision despite interleaved changes", arguments: StoreKind.allCases)
    func resuming(kind: StoreKind) async throws {
        for seed in 0..<kind.scenarios {
            try await kind.withStore { store, clock in
                let scenario = WatchScenario(seed: seed, store: store, clock: clock, pruning: false)
                try await scenario.prepare()
                let revision = scenario.revisions.randomElement()
                try await #require(throws: WatchScenario.Over.self, "seed \(seed)") {
                    try await scenario.watch(since: revision)
                }
            }
        }
    }

    // When changes are pruned while a watch is behind, the watch either fails or reports every change.
    @Test(
        "fails instead of skipping a change that was pruned before the watch reported it",
        arguments: StoreKind.allCases)
    func pruning(kind: StoreKind) async throws {
        var interrupted = 0
        let seeds = kind.scenarios
        for seed in 0..<seeds {
            try await kind.withStore { store, clock in
                let scenario = WatchScenario(seed: seed, store: store, clock: clock, pruning: true)
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
        // The test is meaningful only if both outcomes occur.
        #expect((seeds / 10...seeds * 9 / 10).contains(interrupted))
    }

    @Test("a watch ends when the store closes, and when its task is cancelled")
    func ending() async throws {
        let (announcements, continuation) = AsyncStream.makeStream(of: Void.self)
        let environment = WatchEnvironment(
            revision: { 0 }, page: { _, _ in .init(elements: [], last: nil) }, changes: { _, _ in [] },
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

extension StoreKind {
    /// The number of scenarios in a reasonable time.
    fileprivate var scenarios: Int {
        switch self {
        case .memory: 400
        case .sqlite: 40
        case .etcd: 20
        }
    }
}
