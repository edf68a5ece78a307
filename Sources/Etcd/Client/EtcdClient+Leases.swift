extension EtcdClient {
    /// Creates a lease.
    ///
    /// - Parameters:
    ///   - timeToLive: The requested time to live, in whole seconds. etcd grants at least about one and a half election timeouts
    ///     (2 seconds by default).
    ///   - id: The identifier; a random one by default. An unanswered request is repeated with the same identifier, so that no second
    ///     lease remains.
    /// - Returns: The lease, with the granted time to live.
    /// - Throws: ``EtcdError``. If its outcome is unknown, the lease with this identifier may exist.
    public func grant(
        _ timeToLive: Duration, id: EtcdLeaseID = .random()
    ) async throws(EtcdError) -> EtcdLease {
        var request = Etcdserverpb_LeaseGrantRequest()
        request.id = id.rawValue
        request.ttl = max(1, timeToLive.components.seconds + (timeToLive.components.attoseconds > 0 ? 1 : 0))
        var attempts = 0
        do {
            var sent = ContinuousClock.now
            let granted = try await cluster.perform(.grant, until: deadline) {
                [request] member, attempt async throws(EtcdError) in
                attempts += 1
                sent = .now
                return try await member.call(.grant, request, attempt)
            }
            return EtcdLease(id: id, timeToLive: .seconds(granted.ttl), sent: sent)
        } catch {
            // An earlier attempt has created the lease, and its answer was lost.
            guard error.cause == .leaseExists, attempts > 1 else { throw error }
            return try await keepAlive(id)
        }
    }

    /// Renews a lease once.
    ///
    /// Call it every third of the time to live.
    ///
    /// - Parameter id: The lease.
    /// - Returns: The lease with its new time to live.
    /// - Throws: ``EtcdError``, with the cause ``EtcdError/Cause/leaseNotFound`` if the lease has ended. After any other error it is
    ///   not known whether the lease was renewed.
    public func keepAlive(_ id: EtcdLeaseID) async throws(EtcdError) -> EtcdLease {
        var request = Etcdserverpb_LeaseKeepAliveRequest()
        request.id = id.rawValue
        var sent = ContinuousClock.now
        var endpoint: EtcdEndpoint?
        let response = try await cluster.perform(.keepAlive, until: deadline) {
            [request] member, attempt async throws(EtcdError) in
            endpoint = member.endpoint
            sent = .now
            return try await member.exchange(.keepAlive, request, attempt)
        }
        guard response.ttl > 0 else {
            throw EtcdError(
                cause: .leaseNotFound, outcome: .notDone, endpoint: endpoint, message: "requested lease not found")
        }
        return EtcdLease(id: id, timeToLive: .seconds(response.ttl), sent: sent)
    }

    /// Ends a lease, which deletes its keys.
    ///
    /// - Parameter id: The lease. It is not an error if it has ended already.
    /// - Throws: ``EtcdError``. If its outcome is unknown, the lease may have been revoked, or may still be.
    public func revoke(_ id: EtcdLeaseID) async throws(EtcdError) {
        var request = Etcdserverpb_LeaseRevokeRequest()
        request.id = id.rawValue
        do {
            _ = try await call(.revoke, request)
        } catch {
            guard error.cause == .leaseNotFound else { throw error }
        }
    }

    /// Reads the remaining time to live of a lease.
    ///
    /// - Parameter id: The lease.
    /// - Returns: The remaining time; nil if the lease does not exist.
    /// - Throws: ``EtcdError`` if no member can answer.
    public func timeToLive(of id: EtcdLeaseID) async throws(EtcdError) -> Duration? {
        var request = Etcdserverpb_LeaseTimeToLiveRequest()
        request.id = id.rawValue
        do {
            let response = try await call(.timeToLive, request)
            return response.ttl > 0 ? .seconds(response.ttl) : nil
        } catch {
            guard error.cause == .leaseNotFound else { throw error }
            return nil
        }
    }
}
