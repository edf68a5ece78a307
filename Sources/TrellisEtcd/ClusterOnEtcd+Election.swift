import Etcd
import Trellis
import TrellisCluster
public import TrellisHost

extension ClusterOnEtcd {
    /// Stands as a candidate for running a plugin, until the task is cancelled.
    public func stand(for plugin: String, reporting report: @escaping @Sendable (CandidacyEvent) -> Void) async {
        while !Task.isCancelled {
            if let problem { report(.waiting(because: problem, holder: nil)) }
            guard let lease = await keeper.lease() else { return }
            let key = keys.candidacy(for: plugin, lease: lease.id)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.stand(for: plugin, at: key, under: lease, reporting: report) }
                await lease.waitForEnd()
                group.cancelAll()
            }
            // The keys of a lease that has ended are deleted by etcd.
            if lease.isHeld { await withdraw(key) }
        }
    }

    /// Deletes the key of a candidacy.
    private func withdraw(_ key: String) async {
        // The task of the candidacy may be cancelled, and the deletion lets another host take over at once.
        _ = await Task { [client] in try await client.delete(.key(EtcdBytes(key))) }.result
    }

    /// Stands under a lease, until it has ended, the key is deleted, or the task is cancelled.
    private func stand(
        for plugin: String, at key: String, under lease: HeldLease,
        reporting report: @escaping @Sendable (CandidacyEvent) -> Void
    ) async {
        while !Task.isCancelled {
            do {
                let revision = try await enter(key, under: lease)
                try await waitForTurn(of: plugin, createdAt: revision, reporting: report)
                guard lease.isHeld else { return }
                report(.elected(FencingToken(key: key, revision: revision)))
                let reason = await endOfTurn(at: key, createdAt: revision, under: lease)
                if !Task.isCancelled || !lease.isHeld { report(.lost(because: reason)) }
            } catch {
                if Task.isCancelled { return }
                let problem = (error as? EtcdError)?.problem ?? "\(error)"
                report(.waiting(because: problem, holder: nil))
                try? await Task.sleep(for: LeaseKeeper.pause)
            }
        }
    }

    /// Creates the key of the candidacy.
    ///
    /// - Returns: The revision at which the key was created.
    private func enter(_ key: String, under lease: HeldLease) async throws(EtcdError) -> Int64 {
        let bytes = EtcdBytes(key)
        let entered = try await client.transaction(
            compare: [.absent(bytes)], success: [.put(bytes, EtcdBytes(name), lease: lease.id)], failure: [.get(bytes)])
        guard !entered.succeeded, case .range(let found)? = entered.results.first,
            let existing = found.keyValues.first
        else { return entered.revision }
        return existing.createRevision
    }

    /// Waits until no other host stands since an earlier revision.
    private func waitForTurn(
        of plugin: String, createdAt revision: Int64, reporting report: @Sendable (CandidacyEvent) -> Void
    ) async throws {
        let candidacies = EtcdKeyRange.prefix(keys.candidacies(for: plugin))
        while true {
            let found = try await client.range(candidacies)
            let earlier = found.keyValues.filter { $0.createRevision < revision }
                .sorted { $0.createRevision < $1.createRevision }
            guard let holder = earlier.first else { return }
            let host = "\(holder.value)"
            report(.waiting(because: "the host \(host) runs it", holder: host))
            try await waitForDeletion(in: candidacies, since: found.revision)
        }
    }

    /// Waits until a key is deleted.
    private func waitForDeletion(in keys: EtcdKeyRange, since revision: Int64) async throws {
        try await client.withWatch(keys, from: revision + 1) { watch in
            for try await update in watch {
                switch update {
                case .events(let events, _) where events.contains { $0.kind == .delete }: return
                // The state is read again.
                case .compacted, .canceled: return
                case .events, .connected, .interrupted: continue
                }
            }
            try Task.checkCancellation()
        }
    }

    /// Waits until this host may no longer run the plugin.
    ///
    /// - Returns: The reason.
    private func endOfTurn(at key: String, createdAt revision: Int64, under lease: HeldLease) async -> String {
        await withTaskGroup(of: String.self) { group in
            group.addTask {
                await lease.waitForEnd()
                return "etcd has not confirmed the lease of this host for \(lease.safeTime.systemdText)"
            }
            group.addTask {
                await self.waitForLoss(of: EtcdBytes(key), createdAt: revision)
                return "the key \(key) in etcd was deleted"
            }
            defer { group.cancelAll() }
            return await group.next() ?? ""
        }
    }

    /// Waits until the key of a candidacy is deleted, or the task is cancelled.
    private func waitForLoss(of key: EtcdBytes, createdAt revision: Int64) async {
        while !Task.isCancelled {
            do {
                let found = try await client.range(.key(key))
                guard found.keyValues.first?.createRevision == revision else { return }
                try await waitForDeletion(in: .key(key), since: found.revision)
            } catch {
                // The lease ends if etcd does not respond for long.
                try? await Task.sleep(for: LeaseKeeper.pause)
            }
        }
    }
}
