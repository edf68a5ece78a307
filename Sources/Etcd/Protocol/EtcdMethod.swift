import GRPCCore
import SwiftProtobuf

/// A method of etcd, with the properties that decide how it is called.
struct EtcdMethod<Request: Message, Response: Message>: Sendable {
    /// The effect of a second call when the outcome of the first one is unknown.
    enum Repetition {
        /// The method reads only.
        case read

        /// The method changes something, and the second call has the same result as the first one.
        case idempotent

        /// The second call may have an effect of its own, so it is left to the caller.
        case write
    }

    let descriptor: MethodDescriptor
    let repetition: Repetition

    fileprivate init(_ service: String, _ method: String, _ repetition: Repetition) {
        descriptor = MethodDescriptor(fullyQualifiedService: "etcdserverpb.\(service)", method: method)
        self.repetition = repetition
    }
}

extension EtcdMethod where Request == Etcdserverpb_RangeRequest, Response == Etcdserverpb_RangeResponse {
    static var range: Self { Self("KV", "Range", .read) }
}

extension EtcdMethod where Request == Etcdserverpb_PutRequest, Response == Etcdserverpb_PutResponse {
    static var put: Self { Self("KV", "Put", .write) }
}

extension EtcdMethod where Request == Etcdserverpb_DeleteRangeRequest, Response == Etcdserverpb_DeleteRangeResponse {
    static var deleteRange: Self { Self("KV", "DeleteRange", .write) }
}

extension EtcdMethod where Request == Etcdserverpb_TxnRequest, Response == Etcdserverpb_TxnResponse {
    static var transaction: Self { Self("KV", "Txn", .write) }
}

extension EtcdMethod where Request == Etcdserverpb_CompactionRequest, Response == Etcdserverpb_CompactionResponse {
    static var compact: Self { Self("KV", "Compact", .idempotent) }
}

extension EtcdMethod where Request == Etcdserverpb_WatchRequest, Response == Etcdserverpb_WatchResponse {
    static var watch: Self { Self("Watch", "Watch", .read) }
}

extension EtcdMethod where Request == Etcdserverpb_LeaseGrantRequest, Response == Etcdserverpb_LeaseGrantResponse {
    static var grant: Self { Self("Lease", "LeaseGrant", .idempotent) }
}

extension EtcdMethod where Request == Etcdserverpb_LeaseRevokeRequest, Response == Etcdserverpb_LeaseRevokeResponse {
    static var revoke: Self { Self("Lease", "LeaseRevoke", .idempotent) }
}

extension EtcdMethod
where Request == Etcdserverpb_LeaseKeepAliveRequest, Response == Etcdserverpb_LeaseKeepAliveResponse {
    static var keepAlive: Self { Self("Lease", "LeaseKeepAlive", .idempotent) }
}

extension EtcdMethod
where Request == Etcdserverpb_LeaseTimeToLiveRequest, Response == Etcdserverpb_LeaseTimeToLiveResponse {
    static var timeToLive: Self { Self("Lease", "LeaseTimeToLive", .read) }
}

extension EtcdMethod where Request == Etcdserverpb_MemberListRequest, Response == Etcdserverpb_MemberListResponse {
    static var memberList: Self { Self("Cluster", "MemberList", .read) }
}

extension EtcdMethod where Request == Etcdserverpb_StatusRequest, Response == Etcdserverpb_StatusResponse {
    static var status: Self { Self("Maintenance", "Status", .read) }
}

extension EtcdMethod where Request == Etcdserverpb_AuthenticateRequest, Response == Etcdserverpb_AuthenticateResponse {
    static var authenticate: Self { Self("Auth", "Authenticate", .read) }
}
