import Etcd
import Trellis
import TrellisCluster
import TrellisHost

extension ClusterOnEtcd {
    /// Registers this host under each lease, and again after each change of its description, until the task is cancelled.
    func register(
        describing describe: @escaping @Sendable () -> ClusterHost, after changes: AsyncStream<Void>
    ) async {
        let described = ChangeSignal()
        await withDiscardingTaskGroup { group in
            group.addTask { for await _ in changes { described.signal() } }
            while let lease = await keeper.lease() {
                await withDiscardingTaskGroup { group in
                    group.addTask { await self.register(describing: describe, after: described, under: lease) }
                    await lease.waitForEnd()
                    group.cancelAll()
                }
                if Task.isCancelled { break }
            }
            group.cancelAll()
        }
    }

    private func register(
        describing describe: @Sendable () -> ClusterHost, after described: ChangeSignal, under lease: HeldLease
    ) async {
        for await _ in described.changes(isInitiallySignaled: true) {
            while !Task.isCancelled, await !register(describe(), under: lease) {
                try? await Task.sleep(for: LeaseKeeper.pause)
            }
        }
    }

    /// Registers this host.
    ///
    /// - Returns: Whether the host is registered.
    private func register(_ host: ClusterHost, under lease: HeldLease) async -> Bool {
        let key = keys.host(name)
        do {
            let record = HostRecord(of: host)
            let value = try record.json
            let put = EtcdOperation.put(key, value, lease: lease.id)
            let created = try await client.transaction(compare: [.absent(key)], success: [put], failure: [.get(key)])
            if !created.succeeded, case .range(let found)? = created.results.first, let other = found.keyValues.first {
                let owner = try? HostRecord(json: other.value).machine
                guard owner == record.machine || owner == nil else {
                    set(
                        "another machine is registered as \(name): set cluster.name on one of them, and restart it",
                        of: .registration)
                    return false
                }
                let replaced = try await client.transaction(
                    compare: [.unchanged(key, since: other.modRevision)], success: [put])
                guard replaced.succeeded else { return false }
            }
            set(nil, of: .registration)
            return true
        } catch {
            // The keeper of the lease reports that etcd does not respond.
            if let error = error as? EtcdError, error.cause == .permissionDenied {
                set(error.problem, of: .registration)
            }
            return false
        }
    }
}
