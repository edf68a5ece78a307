import Foundation
import Testing
import Trellis

@testable import Items

@Suite("Item exporter", .timeLimit(.minutes(2)))
struct ItemExporterTests {
    @Test("exports the items of one moment despite concurrent changes", arguments: StoreKind.allCases)
    func consistency(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let items = try await store.add((0..<500).map { NewItem(title: "Item \($0)", count: 0) })
            let sent = Shared<[Item]>([])
            try await ItemExporter(store: store, timeout: ItemsConfiguration.standard.timeoutExport, clock: clock.clock)
                .run { item in
                    let count = sent.change { $0.append(item) }.count
                    if count < 500, count.isMultiple(of: 50) {
                        try await store.delete(items[500 - count].id)
                        _ = try await store.update(items[count + 1].id, title: "Changed", count: nil)
                        _ = try await store.add(title: "New", count: 1)
                    }
                }
            #expect(sent.value == items)
        }
    }

    @Test("sends nothing when the store is empty", arguments: StoreKind.allCases)
    func nothing(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            try await ItemExporter(store: store, timeout: ItemsConfiguration.standard.timeoutExport, clock: clock.clock)
                .run { _ in
                    Issue.record("an empty store has no items")
                }
        }
    }

    @Test("throws TimedOut when the client exceeds the timeout")
    func timeLimit() async throws {
        let store = MemoryItemStore(clock: .system)
        _ = try await store.add([NewItem(title: "Tea", count: 1), NewItem(title: "Rice", count: 1)])
        let (stuck, continuation) = AsyncStream.makeStream(of: Void.self)
        // The timer fires when the client has stopped receiving.
        let clock = WallClock(
            now: { Date() },
            sleep: { duration in
                #expect(duration == .seconds(600))
                for await _ in stuck {}
            })
        let error = await #expect(throws: ItemExporter.TimedOut.self) {
            try await ItemExporter(store: store, timeout: ItemsConfiguration.standard.timeoutExport, clock: clock).run {
                _ in
                continuation.finish()
                try await ContinuousClock().sleep(for: .seconds(3_600))
            }
        }
        #expect(error?.limit == .seconds(600))
    }

    @Test("an export ends when its task is cancelled")
    func cancelling() async throws {
        let store = MemoryItemStore(clock: .system)
        _ = try await store.add([NewItem(title: "Tea", count: 1), NewItem(title: "Rice", count: 1)])
        let export = ItemExporter(store: store, timeout: ItemsConfiguration.standard.timeoutExport, clock: .system)
        let (stuck, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await export.run { _ in
                continuation.finish()
                try await ContinuousClock().sleep(for: .seconds(3_600))
            }
        }
        for await _ in stuck {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
