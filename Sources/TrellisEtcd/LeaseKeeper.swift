import Etcd
import Synchronization
import Trellis
import TrellisCluster

/// Keeps one lease alive, and begins another one when it has ended.
final class LeaseKeeper: Sendable {
    /// The pause before a failed request is repeated.
    static let pause = Duration.milliseconds(500)

    private let timeToLive: Duration
    private let client: EtcdClient
    private let current = Mutex<HeldLease?>(nil)
    private let changed = ChangeSignal()

    /// Creates a keeper that has no lease yet.
    ///
    /// - Parameters:
    ///   - timeToLive: The time to live of each lease.
    ///   - client: The client, which runs as long as the keeper.
    init(of timeToLive: Duration, client: EtcdClient) {
        (self.timeToLive, self.client) = (timeToLive, client)
    }

    /// Keeps a lease until the task is cancelled.
    ///
    /// - Parameter report: Receives the problem that prevents the renewal; nil after a success.
    func run(reporting report: @Sendable (String?) -> Void) async {
        while !Task.isCancelled {
            do {
                let lease = HeldLease(try await client.grant(timeToLive), of: timeToLive)
                report(nil)
                set(lease)
                await renew(lease, reporting: report)
                // The cancelled keeper ends its lease itself.
                if !Task.isCancelled { set(nil) }
            } catch {
                if !Task.isCancelled { report(error.problem) }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Ends the lease, which deletes its keys.
    func end() async {
        guard let lease = current.withLock({ $0 }) else { return }
        set(nil)
        // The current task is cancelled. If the request fails, etcd deletes the keys at the end of the lease.
        _ = await Task { [client] in try await client.revoke(lease.id) }.result
    }

    /// Waits for a lease.
    ///
    /// - Returns: The lease; nil if the task is cancelled.
    func lease() async -> HeldLease? {
        for await _ in changed.changes(isInitiallySignaled: true) {
            if let lease = current.withLock({ $0 }) { return lease }
        }
        return nil
    }

    private func set(_ lease: HeldLease?) {
        let old = current.withLock { current in
            defer { current = lease }
            return current
        }
        if lease == nil { old?.markEnded() }
        changed.signal()
    }

    /// Renews a lease until it has ended, is no longer safe, or the task is cancelled.
    private func renew(_ lease: HeldLease, reporting report: @Sendable (String?) -> Void) async {
        var next = lease.renewal
        while !Task.isCancelled {
            try? await Task.sleep(until: min(next, lease.end), clock: .continuous)
            guard .now < lease.end else { return }
            switch await renewal(of: lease) {
            case .success(let renewed)?:
                lease.renew(renewed)
                next = lease.renewal
                report(nil)
            case .failure(let error)? where error.cause == .leaseNotFound: return
            case .failure(let error)?:
                if !Task.isCancelled { report(error.problem) }
                next = .now + Self.pause
            case nil: next = .now
            }
        }
    }

    /// Renews a lease once.
    ///
    /// - Returns: The result; nil if the lease stopped being safe first.
    private func renewal(of lease: HeldLease) async -> Result<EtcdLease, EtcdError>? {
        let (client, end) = (client, lease.end)
        return await withTaskGroup(of: Result<EtcdLease, EtcdError>?.self) { group in
            group.addTask {
                do throws(EtcdError) {
                    return .success(try await client.keepAlive(lease.id))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await Task.sleep(until: end, clock: .continuous)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
