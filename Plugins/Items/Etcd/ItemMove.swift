import Etcd
import Foundation
public import Items
public import Trellis
public import TrellisCluster

/// The import of a host's `items.sqlite` into the etcd of its cluster.
///
/// The items keep their identifiers, times and order. Items that are in etcd already are left unchanged, so a move can be
/// interrupted and repeated. The file is only read.
public struct ItemMove: Sendable {
    private let file: FilePath
    private let etcd: ClusterEtcd
    private let plugin: PluginEnvironment

    /// The time limit of a batch, which may wait for a new leader of etcd.
    private static let timeLimit = Duration.seconds(30)

    /// The number of attempts of a batch whose outcome is unknown.
    private static let attempts = 5

    /// Prepares a move of the file in the state directory of the plugin, in which temporary files are created, too.
    ///
    /// - Parameters:
    ///   - plugin: The environment of the plugin.
    ///   - etcd: The access to etcd, whose client nothing else may run; nil without a cluster.
    ///   - store: The value of `plugins.items.store`.
    /// - Throws: `PluginFailure` when the store is not etcd, the cluster is missing, or the file does not exist.
    public init(of plugin: PluginEnvironment, to etcd: ClusterEtcd?, store: String?) throws(PluginFailure) {
        guard store == ItemsConfiguration.Store.etcd.rawValue else {
            throw PluginFailure(
                .configuration,
                "plugins.\(plugin.name).store is not etcd, so the daemon would continue with the local list",
                advice: "Set it to etcd, and reload the configuration or stop the daemon")
        }
        guard let etcd else {
            throw PluginFailure(
                .configuration, "cluster.etcd is not set: items can only be moved into the etcd of a cluster",
                advice: "Set cluster.etcd.endpoints")
        }
        file = plugin.directories.state.appending("items.sqlite")
        guard FileManager.default.fileExists(atPath: file.string) else {
            throw PluginFailure(
                .missing, "\(file) does not exist: this host has no local list",
                advice: "If the daemon has another state directory, name it with --state-directory")
        }
        (self.etcd, self.plugin) = (etcd, plugin)
    }

    /// Imports the items, and returns the outcome as a line for the operator.
    ///
    /// - Parameter report: Receives the number of finished items and the total after each batch.
    /// - Returns: The numbers of added items and of those that were in etcd already, and the duration.
    /// - Throws: The errors of ``run(reporting:)``.
    public func perform(reporting report: (_ count: Int, _ total: Int) -> Void) async throws -> String {
        let start = ContinuousClock.now
        let counts = try await run(reporting: report)
        let seconds = (start.duration(to: .now) / .seconds(1) * 10).rounded() / 10
        return "imported \(counts.added) \(counts.added == 1 ? "item" : "items") of \(file), "
            + "\(counts.kept) already in etcd, in \(seconds) s"
    }

    /// Imports the items.
    ///
    /// - Parameter report: Receives the number of finished items and the total after each batch.
    /// - Returns: The numbers of added items and of those that were in etcd already.
    /// - Throws: `PluginFailure` when the file is damaged, from a newer version or in use, or etcd does not respond; batches before the
    ///   failure remain imported. `CancellationError` when the task is cancelled.
    public func run(reporting report: (_ count: Int, _ total: Int) -> Void) async throws -> ItemImportCounts {
        let folder = try TemporaryFolder(at: plugin.directories.state.appending(".move-items"))
        do {
            let counts = try await run(in: folder.path, reporting: report)
            folder.remove()
            return counts
        } catch {
            folder.remove()
            try Task.checkCancellation()
            switch error {
            case ItemStoreFailure.full(let reason): throw PluginFailure(.storage, reason, advice: Self.advice)
            case ItemStoreFailure.tooLarge:
                throw PluginFailure(
                    .storage, "an item of \(file) is larger than etcd accepts",
                    advice: "Raise --max-request-bytes of every member. \(Self.advice)")
            case let failure as ItemStoreFailure: throw PluginFailure(.unavailable, "\(failure)", advice: Self.advice)
            case let error as EtcdError: throw PluginFailure(.unavailable, error.problem, advice: Self.advice)
            default: throw error
            }
        }
    }

    private static let advice = "Run the command again to continue: imported items are kept"

    private func run(
        in folder: FilePath, reporting report: (_ count: Int, _ total: Int) -> Void
    ) async throws -> ItemImportCounts {
        let archive = try ItemArchive(copying: file, into: folder)
        let total: Int
        var counts = ItemImportCounts()
        do {
            total = try await archive.verifiedCount()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await etcd.client.run() }
                defer { group.cancelAll() }
                try await withStore(in: folder) { store in
                    var position: Int?
                    while true {
                        let page = try await archive.page(after: position, limit: ItemBatch.maximumSize)
                        guard let last = page.last else { return }
                        counts += try await importItems(page.items, into: store)
                        position = last
                        report(counts.added + counts.kept, total)
                    }
                }
            }
        } catch {
            try? await archive.close()
            throw error
        }
        try await archive.close()
        return counts
    }

    /// Opens a store that has read all items from etcd.
    private func withStore(in folder: FilePath, _ body: (EtcdItemStore) async throws -> Void) async throws {
        let keys = etcd.keys(of: plugin)
        // An unreachable etcd is reported at once.
        _ = try await etcd.client.range(.key(ItemKeys(prefix: keys).head), content: .keys)
        let environment = PluginEnvironment(
            name: plugin.name, directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
            clock: plugin.clock, logger: plugin.logger, credential: { _ in nil }, status: { _ in })
        let store = try EtcdItemStore(
            client: etcd.client, prefix: keys, plugin: environment, clock: plugin.clock, logger: plugin.logger,
            timeLimit: Self.timeLimit)
        do {
            while true {
                do {
                    try await store.catchUp()
                    break
                } catch is ItemStoreFailure where store.log.problem == nil {
                    // A long list takes longer than the time limit.
                    continue
                }
            }
            try await body(store)
        } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }

    /// Imports a batch, in smaller ones if etcd does not accept its size.
    ///
    /// A batch has the same result when it is repeated after an unknown outcome.
    private func importItems(_ items: [Item], into store: EtcdItemStore) async throws -> ItemImportCounts {
        let records = items.map {
            ItemRecord(id: $0.id, title: $0.title, count: $0.count, created: $0.created, modified: $0.modified)
        }
        var attempt = 1
        while true {
            do {
                return try await store.importItems(records, replacing: false)
            } catch ItemStoreFailure.outcomeUnknown where attempt < Self.attempts {
                attempt += 1
            } catch ItemStoreFailure.tooLarge where items.count > 1 {
                var counts = try await importItems(Array(items.prefix(items.count / 2)), into: store)
                counts += try await importItems(Array(items.dropFirst(items.count / 2)), into: store)
                return counts
            }
        }
    }
}
