import Foundation
import Items
import ItemsEtcd
import Synchronization
import SystemPackage
import Testing
import Trellis

/// The implementations of the store, each of which passes the same tests.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite, memory, etcd

    /// The implementations without etcd, which need no other process.
    static let local = [sqlite, memory]

    var testDescription: String { rawValue }

    /// Runs a body with an empty store and an adjustable clock.
    func withStore(_ body: (any ItemStore, AdjustableClock) async throws -> Void) async throws {
        let clock = AdjustableClock()
        switch self {
        case .memory:
            try await body(MemoryItemStore(clock: clock.clock), clock)
        case .sqlite:
            try await TemporaryFolder.with { folder in
                let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: clock.clock)
                try await body(store, clock)
                try await store.close()
            }
        case .etcd:
            guard let client = SharedEtcd.client else { try Test.cancel("requires Debian's package etcd-server") }
            try await TemporaryFolder.with { folder in
                let store = try EtcdItemStore(
                    client: client, prefix: "/\(UUID().uuidString)/",
                    plugin: .sample(in: folder), clock: clock.clock, logger: .silent, timeLimit: .seconds(60))
                // The history of a host begins when it has read all items.
                _ = try await store.revision()
                try await body(store, clock)
                try await store.close()
            }
        }
    }
}

/// A clock whose time advances only on request.
final class AdjustableClock: Sendable {
    private let state = Mutex((time: Date(timeIntervalSince1970: 1_800_000_000), uptime: Duration.seconds(1_000)))

    var clock: WallClock {
        WallClock(
            now: { self.state.withLock(\.time) }, uptime: { self.state.withLock(\.uptime) },
            sleep: { try await ContinuousClock().sleep(for: $0) })
    }

    /// Lets time pass.
    func advance(by interval: TimeInterval) {
        state.withLock { state in
            state.time += interval
            state.uptime += .seconds(interval)
        }
    }

    /// Sets the wall clock by an interval, while no time passes.
    func set(by interval: TimeInterval) { state.withLock { $0.time += interval } }

    /// Boots the machine again after an interval.
    func reboot(after interval: TimeInterval) { state.withLock { $0 = ($0.time + interval, .zero) } }
}

/// A temporary directory that is removed after the test.
enum TemporaryFolder {
    static func with<Result>(_ body: (FilePath) async throws -> Result) async throws -> Result {
        let path = FilePath(FileManager.default.temporaryDirectory.path).appending("items-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path.string) }
        return try await body(path)
    }
}

extension PluginEnvironment {
    /// Returns the environment of a plugin that has one folder for all its directories.
    static func sample(in folder: FilePath) -> PluginEnvironment {
        PluginEnvironment(
            name: "items", directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
            clock: .system, logger: .silent, credential: { _ in nil }, status: { _ in })
    }
}
