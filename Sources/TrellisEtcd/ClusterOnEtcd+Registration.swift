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

    /// Registers this host, unless it is registered, and looks for other processes with its name.
    ///
    /// A daemon replaces the registration of the process before it on its machine, which may have been killed. A process that is replaced
    /// runs beside the one that replaced it: it leaves a mark, so that both of them report it.
    ///
    /// - Returns: Whether the host is registered.
    private func register(_ host: ClusterHost, under lease: HeldLease) async -> Bool {
        let (key, mark) = (keys.host(name), keys.twin(name))
        do {
            let value = try HostRecord(of: host, process: process).json
            let (found, twin) = (try await client.get(key), try await client.get(mark))
            if found?.value != value || found?.lease != lease.id {
                if let found, let record = try? HostRecord(json: found.value), record.process != process {
                    guard record.machine == HostRecord.localMachine else {
                        set(
                            "another machine is registered as \(name): set cluster.name on one of them, and restart it",
                            of: .registration)
                        return false
                    }
                    if hasRegistered.load(ordering: .relaxed) {
                        if twin?.lease != lease.id { try await client.put(mark, EtcdBytes(process), lease: lease.id) }
                        set(twinProblem, of: .registration)
                        return false
                    }
                }
                let replaced = try await client.transaction(
                    compare: [found.map { .unchanged(key, since: $0.modRevision) } ?? .absent(key)],
                    success: [.put(key, value, lease: lease.id)])
                guard replaced.succeeded else { return false }
                hasRegistered.store(true, ordering: .relaxed)
            }
            set(twin.map { $0.value != EtcdBytes(process) } == true ? twinProblem : nil, of: .registration)
            return true
        } catch {
            // The keeper of the lease reports that etcd does not respond.
            if let error = error as? EtcdError, error.cause == .permissionDenied {
                set(error.problem, of: .registration)
            }
            return false
        }
    }

    private var twinProblem: String {
        "another daemon is registered as \(name), on this machine or on a copy of it: give the copy another cluster.name and "
            + "/etc/machine-id, or stop one of the daemons"
    }
}
