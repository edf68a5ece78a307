public import Etcd
public import Items
import Synchronization
public import Trellis
import TrellisCluster
import TrellisSQLite

/// An item store in etcd, which several hosts share.
///
/// etcd has the items and the order of their changes. Each host follows the changes into a SQLite file of its own, from which
/// it reads lists, changes and exports. A read first asks etcd for the revision of the last change, and waits until this host
/// has followed to it, so that it sees every change that was acknowledged before.
///
/// If etcd does not respond within a time limit, a call throws an ``ItemStoreFailure``.
public final class EtcdItemStore: ItemStore, Closable {
    let client: EtcdClient
    let keys: ItemKeys
    let mirror: ItemMirror
    let log = FollowedLog()
    let fence: AdditionFence
    let additions = AdditionQueue()
    let plugin: PluginEnvironment
    let clock: WallClock
    let local: EtcdItemCopy
    private let timeLimit: Duration
    private let following: Task<Void, any Error>

    /// The last task that has added waiting items.
    let adding: Mutex<Task<Void, any Error>?> = Mutex(nil)

    /// Opens this host's copy, and begins to follow.
    ///
    /// - Parameters:
    ///   - client: The client of etcd, which the caller runs.
    ///   - prefix: The prefix of the keys, with a slash at its end.
    ///   - plugin: The environment with the state directory.
    ///   - clock: The wall clock.
    ///   - logger: The log for failures to follow the changes.
    ///   - timeLimit: The time after which a request to etcd, with its repetitions, is cancelled. Default: 3 seconds.
    /// - Throws: `PluginFailure` when the file of the copy cannot be opened.
    public init(
        client: EtcdClient, prefix: String, plugin: PluginEnvironment, clock: WallClock, logger: Logger,
        timeLimit: Duration = .seconds(3)
    ) throws(PluginFailure) {
        self.timeLimit = timeLimit
        self.client = client
        self.plugin = plugin
        self.clock = clock
        keys = ItemKeys(prefix: prefix)
        fence = AdditionFence(key: keys.fence)
        mirror = try ItemMirror(plugin: plugin)
        local = EtcdItemCopy(mirror: mirror, log: log, clock: clock)
        let follower = ItemFollower(
            client: client, keys: keys, mirror: mirror, log: log, clock: clock, logger: logger)
        following = plugin.task("follower of items") { await follower.run() }
    }

    /// Ends the announcements and closes the copy.
    ///
    /// - Throws: The error of SQLite when the file cannot be closed; no data is lost in this case.
    public func close() async throws {
        following.cancel()
        let adding = adding.withLock(\.self)
        adding?.cancel()
        _ = await (following.result, adding?.result)
        log.finish()
        await mirror.store(complete: log.complete)
        try await mirror.close()
    }

    /// The deadline of a call that begins now.
    var deadline: ContinuousClock.Instant { .now + timeLimit }

    /// Sends a request to etcd.
    ///
    /// - Parameters:
    ///   - deadline: The time at which the request ends.
    ///   - body: Sends the request.
    /// - Returns: The answer.
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)``; `CancellationError` when the task is cancelled.
    func request<Value>(
        until deadline: ContinuousClock.Instant, _ body: (EtcdClient) async throws(EtcdError) -> Value
    ) async throws -> Value {
        do {
            return try await body(client.limited(until: deadline))
        } catch {
            try Task.checkCancellation()
            throw ItemStoreFailure.unavailable(reason: deadline > .now ? error.problem : whyUnavailable)
        }
    }

    /// Performs what may have to wait for etcd or for this host's copy, until a deadline.
    ///
    /// - Throws: The errors of the body; ``ItemStoreFailure/unavailable(reason:)`` when etcd or this host's copy does not respond;
    ///   `CancellationError` when the task is cancelled.
    func withDeadline<Value: Sendable>(
        _ deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                do { return try await body() } catch let error as EtcdError {
                    try Task.checkCancellation()
                    throw ItemStoreFailure.unavailable(reason: error.problem)
                }
            }
            group.addTask {
                try? await Task.sleep(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            if let value = try await group.next() ?? nil { return value }
            group.cancelAll()
            do {
                // A change that was made at the last moment is acknowledged, and one without a known outcome is reported.
                if let value = try await group.next() ?? nil { return value }
            } catch let failure as ItemStoreFailure {
                throw failure
            } catch {
                try Task.checkCancellation()
            }
            throw ItemStoreFailure.unavailable(reason: whyUnavailable)
        }
    }

    /// The reason why a call exceeds the time limit.
    var whyUnavailable: String {
        log.problem
            ?? "etcd, or this host's copy of the items, did not respond within \(timeLimit.components.seconds) s; check "
            + "etcd with 'etcdctl endpoint health', and wait if this host reads all items for the first time"
    }
}
