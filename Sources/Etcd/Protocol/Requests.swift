import FoundationEssentials

extension EtcdBytes {
    var data: Data { Data(bytes) }
}

extension Etcdserverpb_RangeRequest {
    init(_ range: EtcdKeyRange, limit: Int, content: EtcdRangeContent) {
        self.init()
        key = range.key.data
        rangeEnd = range.end.data
        self.limit = Int64(limit)
        keysOnly = content == .keys
        countOnly = content == .count
    }
}

extension Etcdserverpb_PutRequest {
    init(_ key: EtcdBytes, _ value: EtcdBytes, lease: EtcdLeaseID?, previous: Bool) {
        self.init()
        self.key = key.data
        self.value = value.data
        self.lease = lease?.rawValue ?? 0
        prevKv = previous
    }
}

extension Etcdserverpb_DeleteRangeRequest {
    init(_ range: EtcdKeyRange, previous: Bool) {
        self.init()
        key = range.key.data
        rangeEnd = range.end.data
        prevKv = previous
    }
}

extension Etcdserverpb_TxnRequest {
    init(compare: [EtcdComparison], success: [EtcdOperation], failure: [EtcdOperation]) {
        self.init()
        self.compare = compare.map(Etcdserverpb_Compare.init)
        self.success = success.map(Etcdserverpb_RequestOp.init)
        self.failure = failure.map(Etcdserverpb_RequestOp.init)
    }
}

extension Etcdserverpb_RequestOp {
    init(_ operation: EtcdOperation) {
        self.init()
        switch operation {
        case .range(let range, let limit, let content):
            requestRange = Etcdserverpb_RangeRequest(range, limit: limit, content: content)
        case .put(let key, let value, let lease, let previous):
            requestPut = Etcdserverpb_PutRequest(key, value, lease: lease, previous: previous)
        case .delete(let range, let previous):
            requestDeleteRange = Etcdserverpb_DeleteRangeRequest(range, previous: previous)
        case .transaction(let compare, let success, let failure):
            requestTxn = Etcdserverpb_TxnRequest(compare: compare, success: success, failure: failure)
        }
    }
}

extension Etcdserverpb_Compare {
    init(_ comparison: EtcdComparison) {
        self.init()
        key = comparison.keys.key.data
        rangeEnd = comparison.keys.end.data
        result =
            switch comparison.relation {
            case .equal: .equal
            case .notEqual: .notEqual
            case .greater: .greater
            case .less: .less
            }
        switch comparison.operand {
        case .createRevision(let revision):
            target = .create
            createRevision = revision
        case .modRevision(let revision):
            target = .mod
            modRevision = revision
        case .version(let number):
            target = .version
            version = number
        case .value(let bytes):
            target = .value
            value = bytes.data
        case .lease(let id):
            target = .lease
            lease = id
        }
    }
}
