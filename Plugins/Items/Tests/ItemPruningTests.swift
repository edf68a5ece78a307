import Items
import Testing
import TrellisTesting

@Suite("Pruning of items", .timeLimit(.minutes(2)))
struct ItemPruningTests {
    @Test(
        "changes past the 'history' period are removed every tenth of it, at most every second and at least every hour",
        arguments: [
            ("7d", Duration.seconds(7 * 86_400), Duration.seconds(3_600)), ("1h", .seconds(3_600), .seconds(360)),
            ("2s", .seconds(2), .seconds(1)),
        ])
    func pruning(setting: String, history: Duration, interval: Duration) async throws {
        let time = ManualClock()
        try await withTemporaryFolder { folder in
            try await withPlugin(
                ItemsPlugin.self, settings: ["store": "memory", "history": setting],
                environment: .test(in: folder, clock: time.clock)
            ) { plugin in
                let items = ItemsClient(plugin.caller)
                try await time.sleeper(for: interval)
                var last: [Int] = []
                // Each change is half a period older than the next one. After a pruning the last two remain, of which the older is
                // exactly as old as the period.
                for count in 1...4 {
                    last.append(try await items.add(title: "Tea", count: count).item.revision)
                    time.advance(by: history / 2)
                    try await time.sleeper(for: interval)
                    let isPruned = count > 2
                    #expect(try await plugin.hasChanges(since: 0) != isPruned)
                    if isPruned { #expect(try await plugin.hasChanges(since: last[count - 3])) }
                }
            }
        }
    }
}

extension RunningPlugin {
    /// Whether the changes after a revision are available.
    fileprivate func hasChanges(since revision: Int) async throws -> Bool {
        do {
            var replies = ItemsClient(try await connect()).watch(since: revision).makeAsyncIterator()
            _ = try await replies.next()
            return true
        } catch ItemsError.historyUnavailable {
            return false
        }
    }
}
