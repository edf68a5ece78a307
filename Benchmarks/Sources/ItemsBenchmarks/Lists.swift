import BenchmarkSupport
import Items
import Trellis
import TrellisTesting

/// How long it takes to list 1,000 items of a list of 1,000,000, next to a list of 10,000: from the start, from the middle,
/// and at the end.
func measureLists() async throws {
    try await withList(of: 10_000) { short in
        try await withList(of: 1_000_000) { long in
            for place in List.Place.allCases {
                var shortTimes: [Double] = []
                var longTimes: [Double] = []
                for turn in 0..<101 {
                    // Each goes first as often as the other.
                    if turn.isMultiple(of: 2) {
                        shortTimes.append(try await short.milliseconds(toList: place))
                        longTimes.append(try await long.milliseconds(toList: place))
                    } else {
                        longTimes.append(try await long.milliseconds(toList: place))
                        shortTimes.append(try await short.milliseconds(toList: place))
                    }
                }
                let reference = "List 1,000 of 10,000, \(place.rawValue)"
                try Figure(reference, shortTimes.median, "ms").report()
                try Figure(
                    "List 1,000 of 1,000,000, \(place.rawValue)", longTimes.median, "ms", reference: reference,
                    ratio: zip(longTimes, shortTimes).map { $0 / $1 }.median, limit: 1.25
                ).report()
            }
        }
    }
}

/// A list that is kept on disk, and a client of it.
private struct List: Sendable {
    enum Place: String, CaseIterable {
        case start = "from the start"
        case middle = "from the middle"
        case end = "at the end"
    }

    let client: ItemsClient
    let middle: String
    let end: String

    func milliseconds(toList place: Place) async throws -> Double {
        let after: String? =
            switch place {
            case .start: nil
            case .middle: middle
            case .end: end
            }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        for try await reply in client.list(limit: 1_000, after: after) where reply.item != nil { count += 1 }
        precondition(count == 1_000, "the list has more than that")
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
