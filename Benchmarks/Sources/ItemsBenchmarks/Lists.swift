import BenchmarkSupport
import Items
import Trellis
import TrellisTesting

/// Measures listing 1,000 of 1,000,000 items, compared with 1,000 of 10,000: from the start, from the middle, and at
/// the end.
func measureLists() async throws {
    try await withList(of: 10_000) { short in
        try await withList(of: 1_000_000) { long in
            for position in List.Position.allCases {
                var shortTimes: [Double] = []
                var longTimes: [Double] = []
                for iteration in 0..<101 {
                    // Alternates the order, so that neither list is always measured first.
                    if iteration.isMultiple(of: 2) {
                        shortTimes.append(try await short.milliseconds(toList: position))
                        longTimes.append(try await long.milliseconds(toList: position))
                    } else {
                        longTimes.append(try await long.milliseconds(toList: position))
                        shortTimes.append(try await short.milliseconds(toList: position))
                    }
                }
                let reference = "List 1,000 of 10,000, \(position.rawValue)"
                try Figure(reference, shortTimes.median, "ms").report()
                try Figure(
                    "List 1,000 of 1,000,000, \(position.rawValue)", longTimes.median, "ms", reference: reference,
                    ratio: zip(longTimes, shortTimes).map { $0 / $1 }.median, limit: 1.25
                ).report()
            }
        }
    }
}

/// A list on disk, and a client of the list.
private struct List: Sendable {
    enum Position: String, CaseIterable {
        case start = "from the start"
        case middle = "from the middle"
        case end = "at the end"
    }

    let client: ItemsClient
    let middle: String
    let end: String

    func milliseconds(toList position: Position) async throws -> Double {
        let after: String? =
            switch position {
            case .start: nil
            case .middle: middle
            case .end: end
            }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        for try await reply in client.list(limit: 1_000, after: after) where reply.item != nil { count += 1 }
        precondition(count == 1_000, "expected 1,000 items")
        return start.duration(to: clock.now) / .milliseconds(1)
    }
}

private func withList(of count: Int, _ body: @Sendable (List) async throws -> Void) async throws {
    try await withPlugin(ItemsPlugin.self, over: .socket) { plugin in
        let client = ItemsClient(plugin.caller)
        let batch = (0..<500).map { ItemsContract.NewItem(title: "Item \($0) of a list", count: $0) }
        var identifiers: [String] = []
        for _ in 0..<(count / batch.count) { identifiers += try await client.addMany(items: batch).items.map(\.id) }
        try await body(List(client: client, middle: identifiers[count / 2], end: identifiers[count - 1_001]))
    }
}
