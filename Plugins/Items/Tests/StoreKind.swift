import Foundation
import Items
import Synchronization
import SystemPackage
import Testing
import Trellis

/// The implementations of the store, which every test of the store runs against.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, memory

    var testDescription: String { rawValue }

    /// Runs a body with an empty store, and a clock that the body turns.
    func withStore(_ body: (any ItemStore, TurnedClock) async throws -> Void) async throws {
        let clock = TurnedClock()
        switch self {
        case .memory:
            try await body(MemoryItemStore(clock: clock.clock), clock)
        case .sqlite:
            try await TemporaryFolder.with { folder in
                let store = try SQLiteItemStore(plugin: .sample(in: folder, clock: clock.clock))
                try await body(store, clock)
                try await store.close()
            }
        }
    }
}

/// A time of day that goes on only when somebody turns it.
final class TurnedClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var clock: WallClock {
        WallClock(now: { self.time.withLock(\.self) }, sleep: { try await ContinuousClock().sleep(for: $0) })
    }

    func turn(by span: TimeInterval) {
        time.withLock { $0 += span }
    }
}

/// A folder that is gone after the test.
enum TemporaryFolder {
    static func with(_ body: (FilePath) async throws -> Void) async throws {
        let path = FilePath(FileManager.default.temporaryDirectory.path).appending("items-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path.string) }
        try await body(path)
    }
}

extension PluginEnvironment {
    /// What a host would grant, with all directories in one folder.
    static func sample(in folder: FilePath, clock: WallClock = .system) -> PluginEnvironment {
        PluginEnvironment(
            name: "items", directories: PluginDirectories(state: folder, cache: folder, runtime: folder), clock: clock,
            logger: Logger(label: "items") { _ in SwiftLogNoOpLogHandler() }, credential: { _ in nil }, status: { _ in }
        )
    }
}
