import BenchmarkSupport
import Items
import Trellis
import TrellisTesting

/// Measures the rate of replies to 100 watches, compared with one.
func measureWatches() async throws {
    var rates: [Int: [Double]] = [1: [], 100: []]
    for _ in 0..<3 {
        for watchers in [1, 100] { rates[watchers]?.append(try await repliesPerSecond(to: watchers)) }
    }
    for watchers in [1, 100] {
        try Figure(
            "Watch, \(watchers) \(watchers == 1 ? "client" : "clients")", rates[watchers, default: []].median,
            "replies/s", better: .higher
        ).report()
    }
}

/// Returns the total rate of replies to a number of watches, from the first of 2,000 adds until the last reply.
private func repliesPerSecond(to watchers: Int) async throws -> Double {
    let changes = 2_000
    return try await withPlugin(ItemsPlugin.self, settings: ["store": "memory"], over: .socket) { plugin in
        let clock = ContinuousClock()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<watchers {
                let client = ItemsClient(try await plugin.connect())
                group.addTask {
                    var added = 0
                    for try await reply in client.watch() {
                        if reply.event == .ready { continuation.yield() }
                        if reply.event == .added { added += 1 }
                        if added == changes { return }
                    }
                }
            }
            var waiting = watchers
            for await _ in ready {
                waiting -= 1
                if waiting == 0 { break }
            }
            let start = clock.now
            for _ in 0..<8 {
                let client = ItemsClient(try await plugin.connect())
                group.addTask {
                    for count in 0..<(changes / 8) { _ = try await client.add(title: "An item", count: count) }
                }
            }
            try await group.waitForAll()
            return Double(watchers * changes) / (start.duration(to: clock.now) / .seconds(1))
        }
    }
}
