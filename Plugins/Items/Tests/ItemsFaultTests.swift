import Items
import Testing
import Trellis
import TrellisSQLite
import TrellisTesting

/// The reaction of Items to injected faults.
@Suite("Faults of Items", .timeLimit(.minutes(2)))
struct ItemsFaultTests {
    @Test("a failed write changes nothing, and the next one succeeds", arguments: ["store.write", "sqlite.commit"])
    func failedWrite(failpoint: String) async throws {
        try await withPlugin(ItemsPlugin.self) { plugin in
            let items = ItemsClient(plugin.caller)
            _ = try await items.add(title: "Tea", count: 3)
            // Without a count, because the health check commits, too.
            try plugin.inject("error(EIO)", at: failpoint)
            let file = plugin.directories.state.appending("items.sqlite")
            let failure = StorageError.failed(file: file, detail: "Input/output error")
            await #expect(throws: ItemsError.storageFailed(reason: "\(failure)")) {
                try await items.add(title: "Rice", count: 1)
            }
            try plugin.inject("off", at: failpoint)
            _ = try await items.add(title: "Soy", count: 1)
            #expect(try await collect(items.list()).compactMap(\.item?.title) == ["Tea", "Soy"])
        }
    }

    @Test("a disk that fails degrades the plugin until writes succeed again")
    func failingDisk() async throws {
        try await withPlugin(ItemsPlugin.self) { plugin in
            let items = ItemsClient(plugin.caller)
            try plugin.inject("error(EROFS)", at: "sqlite.commit")
            await #expect(throws: ItemsError.self) { try await items.add(title: "Rice", count: 1) }
            let degraded = await plugin.status()
            #expect(degraded.state == .degraded)
            #expect(degraded.reason?.contains("cannot be read or written (Read-only file system)") == true)
            try plugin.inject("off", at: "sqlite.commit")
            #expect(await plugin.status().state == .running)
            _ = try await items.add(title: "Rice", count: 1)
        }
    }

    @Test("a full disk is reported as such")
    func fullDisk() async throws {
        try await withPlugin(ItemsPlugin.self) { plugin in
            let items = ItemsClient(plugin.caller)
            try plugin.inject("error(ENOSPC)", at: "sqlite.commit")
            await #expect(throws: ItemsError.storageFull) { try await items.add(title: "Tea", count: 1) }
            try plugin.inject("off", at: "sqlite.commit")
            _ = try await items.add(title: "Tea", count: 1)
        }
    }

    @Test("a failed read is reported")
    func failedRead() async throws {
        try await withPlugin(ItemsPlugin.self) { plugin in
            let items = ItemsClient(plugin.caller)
            let tea = try await items.add(title: "Tea", count: 3).item
            try plugin.inject("1*error(EIO)", at: "store.read")
            await #expect(throws: ItemsError.self) { try await items.get(id: tea.id) }
            #expect(try await items.get(id: tea.id).item == tea)
        }
    }
}
