extension EtcdClient {
    /// Reads one key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - revision: The revision to read; nil for the newest one.
    ///   - serializable: Whether the member may answer from its own state, without a leader. The answer may then be outdated.
    /// - Returns: The key and its value; nil if it does not exist.
    /// - Throws: ``EtcdError``, as ``range(_:limit:revision:content:serializable:)`` does.
    public func get(
        _ key: EtcdBytes, revision: Int64? = nil, serializable: Bool = false
    ) async throws(EtcdError) -> EtcdKeyValue? {
        try await range(.key(key), revision: revision, serializable: serializable).keyValues.first
    }

    /// Reads keys.
    ///
    /// etcd before 3.7 walks through the whole range for every page of it, so small ranges are cheaper than small limits.
    ///
    /// - Parameters:
    ///   - range: The keys.
    ///   - limit: The maximum number of returned keys; 0 for all.
    ///   - revision: The revision to read; nil for the newest one.
    ///   - content: The parts of the keys to return.
    ///   - serializable: Whether the member may answer from its own state, without a leader. The answer may then be outdated.
    /// - Returns: The keys in ascending order.
    /// - Throws: ``EtcdError`` with the cause ``EtcdError/Cause/compacted`` or ``EtcdError/Cause/futureRevision`` if the revision
    ///   cannot be read.
    public func range(
        _ range: EtcdKeyRange, limit: Int = 0, revision: Int64? = nil, content: EtcdRangeContent = .keysAndValues,
        serializable: Bool = false
    ) async throws(EtcdError) -> EtcdRangeResult {
        var request = Etcdserverpb_RangeRequest(range, limit: limit, content: content)
        request.revision = revision ?? 0
        request.serializable = serializable
        let response = try await call(.range, request, requiresLeader: !serializable)
        return EtcdRangeResult(response, revision: response.header.revision)
    }

    /// Sets a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - lease: The lease to attach the key to; nil for none.
    ///   - previous: Whether to return the key as it was before.
    /// - Returns: The revision of the change.
    /// - Throws: ``EtcdError``. If its outcome is unknown, the key may have been set, or may still be.
    @discardableResult
    public func put(
        _ key: EtcdBytes, _ value: EtcdBytes, lease: EtcdLeaseID? = nil, previous: Bool = false
    ) async throws(EtcdError) -> EtcdPutResult {
        let response = try await call(
            .put, Etcdserverpb_PutRequest(key, value, lease: lease, previous: previous))
        return EtcdPutResult(
            revision: response.header.revision, previous: response.hasPrevKv ? EtcdKeyValue(response.prevKv) : nil)
    }

    /// Deletes keys.
    ///
    /// - Parameters:
    ///   - range: The keys.
    ///   - previous: Whether to return the keys as they were before.
    /// - Returns: The number of deleted keys, which may be 0.
    /// - Throws: ``EtcdError``. If its outcome is unknown, the keys may have been deleted, or may still be.
    @discardableResult
    public func delete(
        _ range: EtcdKeyRange, previous: Bool = false
    ) async throws(EtcdError) -> EtcdDeleteResult {
        let response = try await call(.deleteRange, Etcdserverpb_DeleteRangeRequest(range, previous: previous))
        return EtcdDeleteResult(
            revision: response.header.revision, count: Int(response.deleted),
            previous: response.prevKvs.map(EtcdKeyValue.init))
    }

    /// Executes operations as one change, depending on comparisons.
    ///
    /// Without comparisons, the operations for success are executed. By default, etcd accepts at most 128 comparisons and operations
    /// of a branch, minus those of the enclosing transaction, and a request of 1.5 MiB.
    ///
    /// - Parameters:
    ///   - compare: The comparisons.
    ///   - success: The operations if all comparisons hold.
    ///   - failure: The operations otherwise.
    /// - Returns: The branch that was taken, and the results of its operations.
    /// - Throws: ``EtcdError``. If its outcome is unknown, the operations may have been executed, or may still be.
    @discardableResult
    public func transaction(
        compare: [EtcdComparison] = [], success: [EtcdOperation], failure: [EtcdOperation] = []
    ) async throws(EtcdError) -> EtcdTransactionResult {
        let response = try await call(
            .transaction, Etcdserverpb_TxnRequest(compare: compare, success: success, failure: failure))
        let revision = response.header.revision
        return EtcdTransactionResult(
            revision: revision, succeeded: response.succeeded,
            results: response.responses.map { EtcdOperationResult($0, revision: revision) })
    }

    /// Discards the history of all keys before a revision, for all users of the cluster.
    ///
    /// - Parameter revision: The oldest revision to keep. It is not an error if it has been compacted already.
    /// - Throws: ``EtcdError``, with the cause ``EtcdError/Cause/futureRevision`` if there is no such revision yet.
    public func compact(to revision: Int64) async throws(EtcdError) {
        var request = Etcdserverpb_CompactionRequest()
        request.revision = revision
        do {
            _ = try await call(.compact, request)
        } catch {
            guard error.cause == .compacted else { throw error }
        }
    }

    func call<Request, Response>(
        _ method: EtcdMethod<Request, Response>, _ request: Request, requiresLeader: Bool = true
    ) async throws(EtcdError) -> Response {
        try await cluster.perform(method, requiresLeader: requiresLeader, until: deadline) {
            (member, attempt) async throws(EtcdError) in
            try await member.call(method, request, attempt)
        }
    }
}
