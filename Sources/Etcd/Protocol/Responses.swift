extension EtcdKeyValue {
    init(_ message: Etcdserverpb_KeyValue) {
        self.init(
            key: EtcdBytes(message.key), value: EtcdBytes(message.value), createRevision: message.createRevision,
            modRevision: message.modRevision, version: message.version,
            lease: message.lease == 0 ? nil : EtcdLeaseID(rawValue: message.lease))
    }
}

extension EtcdRangeResult {
    init(_ message: Etcdserverpb_RangeResponse, revision: Int64) {
        self.init(
            revision: revision, keyValues: message.kvs.map(EtcdKeyValue.init), count: Int(message.count),
            more: message.more)
    }
}

extension EtcdOperationResult {
    /// Reads the result of an operation, whose own header has another revision than the transaction, or none.
    init(_ message: Etcdserverpb_ResponseOp, revision: Int64) {
        switch message.response {
        case .responseRange(let range): self = .range(EtcdRangeResult(range, revision: revision))
        case .responsePut(let put): self = .put(previous: put.hasPrevKv ? EtcdKeyValue(put.prevKv) : nil)
        case .responseDeleteRange(let deletion):
            self = .delete(count: Int(deletion.deleted), previous: deletion.prevKvs.map(EtcdKeyValue.init))
        case .responseTxn(let transaction):
            self = .transaction(
                succeeded: transaction.succeeded,
                results: transaction.responses.map { EtcdOperationResult($0, revision: revision) })
        // An operation that changed nothing and returns nothing.
        case nil: self = .put(previous: nil)
        }
    }
}

extension EtcdEvent {
    init(_ message: Etcdserverpb_Event) {
        self.init(
            kind: message.type == .delete ? .delete : .put, keyValue: EtcdKeyValue(message.kv),
            previous: message.hasPrevKv ? EtcdKeyValue(message.prevKv) : nil)
    }
}
