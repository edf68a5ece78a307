public import Etcd

extension EtcdError {
    /// The problem with its remedy, in one line, for an operator.
    public var problem: String {
        let place = endpoint.map { " (\($0): \(message))" } ?? " (\(message))"
        return switch cause {
        case .noLeader, .leaderChanged:
            "etcd has no leader\(place): start enough of its members, or check the network between them"
        case .certificateRejected:
            "a certificate is rejected\(place): check cluster.etcd.certificate, key and authority, and their dates with 'openssl "
                + "x509 -noout -dates -in FILE'; a renewed certificate is used at once"
        case .noSpace:
            "the database of etcd is full\(place): compact and defragment every member, then run 'etcdctl alarm disarm'"
        case .requestTooLarge:
            "the change is larger than etcd accepts\(place): make it in several parts, or raise --max-request-bytes of every member"
        case .corrupt: "etcd has found damaged data\(place): replace the member"
        case .notAuthenticated:
            "etcd rejects the user\(place): check cluster.etcd.user and the credential cluster.password"
        case .permissionDenied:
            "the user of etcd lacks the permission\(place): grant it 'readwrite' on the prefix (etcdctl role "
                + "grant-permission)"
        default:
            "etcd does not respond\(place): check cluster.etcd.endpoints with 'etcdctl endpoint health', and the network"
        }
    }
}
