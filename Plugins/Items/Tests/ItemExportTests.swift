import Foundation
import Testing
import Trellis

@testable import Items

@Suite("An export")
struct ItemExportTests {
    @Test("tells the items of one moment, whatever changes meanwhile", arguments: StoreKind.allCases)
    func consistency(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let items = try await store.add((0..<500).map { NewItem(title: "Item \($0)", count: 0) })
            let told = Shared<[Item]>([])
            let last = try await ItemExport(store: store, configuration: .standard, clock: clock.clock).run { item in
                let count = told.change { $0.append(item) }.count
                if count.isMultiple(of: 50) {
                    try await store.delete(items[500 - count].id)
                    _ = try await store.update(items[count + 1].id, title: "Changed", count: nil)
                    _ = try await store.add(title: "New", count: 1)
                }
            }
            #expect(told.value + [last] == items)
        }
    }

    @Test("of nothing tells nothing", arguments: StoreKind.allCases)
    func nothing(kind: StoreKind) async throws {
        try await kind.withStore { store, clock in
            let last = try await ItemExport(store: store, configuration: .standard, clock: clock.clock).run { _ in
                Issue.record("there is nothing to tell")
            }
            #expect(last == nil)
        }
    }

    @Test("ends when the client takes longer than it may")
    func timeLimit() async throws {
        let store = MemoryItemStore(clock: .system)
        _ = try await store.add([NewItem(title: "Tea", count: 1), NewItem(title: "Rice", count: 1)])
        let (stuck, continuation) = AsyncStream.makeStream(of: Void.self)
        // Time is over when the client is stuck, and not before.
        let clock = WallClock(
            now: { Date() },
            sleep: { span in
                #expect(span == .seconds(600))
                for await _ in stuck {}
            })
        let error = await #expect(throws: ItemExport.TimedOut.self) {
            try await ItemExport(store: store, configuration: .standard, clock: clock).run { _ in
                continuation.finish()
                try await ContinuousClock().sleep(for: .seconds(3_600))
            }
        }
        #expect(error?.limit == .seconds(600))
    }

    @Test("ends with its caller")
    func cancelling() async throws {
        let store = MemoryItemStore(clock: .system)
        _ = try await store.add([NewItem(title: "Tea", count: 1), NewItem(title: "Rice", count: 1)])
        let export = ItemExport(store: store, configuration: .standard, clock: .system)
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
