import Etcd
import Synchronization
import Trellis
import TrellisCluster
import TrellisHost

extension ClusterOnEtcd {
    /// Registers this host under each lease, and again after each change of its description, until the task is cancelled.
    ///
    /// The registration is checked after each renewal of the lease, because another program may have deleted or replaced it.
    func register(
        describing describe: @escaping @Sendable () -> ClusterHost, after changes: AsyncStream<Void>
    ) async {
        let described = ChangeSignal()
        await withDiscardingTaskGroup { group in
            group.addTask { for await _ in changes { described.signal() } }
            while let lease = await keeper.lease() {
                await withDiscardingTaskGroup { group in
                    group.addTask { for await _ in lease.renewals.changes() { described.signal() } }
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

    /// Registers this host, unless it is registered.
    ///
    /// - Returns: Whether the host is registered.
    private func register(_ host: ClusterHost, under lease: HeldLease) async -> Bool {
        let key = keys.host(name)
        do {
            let value = try HostRecord(of: host, process: process).json
            let found = try await client.get(key)
            if found?.value != value || found?.lease != lease.id {
                if let found, let conflict = conflict(with: found) {
                    set(conflict, of: .registration)
                    return false
                }
                let predecessor = try await predecessor(in: found)
                let replaced = try await client.transaction(
                    compare: [found.map { .unchanged(key, since: $0.modRevision) } ?? .absent(key)],
                    success: [.put(key, value, lease: lease.id)])
                guard replaced.succeeded else { return false }
                registration.withLock { registration in
                    registration.isRegistered = true
                    if let predecessor { registration.predecessor = predecessor }
                }
            }
            set(try await hasTwin() ? twinProblem : nil, of: .registration)
            return true
        } catch {
            // The keeper of the lease reports that etcd does not respond.
            if let error = error as? EtcdError, error.cause == .permissionDenied {
                set(error.problem, of: .registration)
            }
            return false
        }
    }

    /// The reason why this process may not replace a registration; nil if it may.
    ///
    /// A daemon replaces the registration of the process before it on its machine, which may have been killed. Later, another process on the
    /// machine runs beside this one.
    private func conflict(with found: EtcdKeyValue) -> String? {
        guard let record = try? HostRecord(json: found.value), record.process != process else { return nil }
        guard record.machine == HostRecord.localMachine else {
            return "another machine is registered as \(name): set cluster.name on one of them, and restart it"
        }
        return registration.withLock(\.isRegistered) ? twinProblem : nil
    }

    private var twinProblem: String {
        "another daemon is registered as \(name), on this machine or on a copy of it: give the copy another cluster.name and "
            + "/etc/machine-id, or stop one of the daemons"
    }

    /// The process before this one, whose registration is about to be replaced; nil if its lease is that of this process, or has ended.
    private func predecessor(in found: EtcdKeyValue?) async throws(EtcdError) -> Registration.Predecessor? {
        guard let found, let lease = found.lease, (try? HostRecord(json: found.value))?.process != process,
            let rest = try await client.timeToLive(of: lease)
        else { return nil }
        // etcd rounds to seconds.
        return Registration.Predecessor(lease: lease, end: .now + rest + .seconds(2))
    }

    /// Whether the process before this one still keeps its lease.
    private func hasTwin() async throws(EtcdError) -> Bool {
        guard let predecessor = registration.withLock(\.predecessor) else { return false }
        if try await client.timeToLive(of: predecessor.lease) != nil { return predecessor.end < .now }
        registration.withLock { $0.predecessor = nil }
        return false
    }
}
