import GRPCCore
import Testing

@testable import Etcd

@Suite("Errors", .timeLimit(.minutes(2)))
struct ErrorTests {
    private let endpoint = EtcdEndpoint(host: "127.0.0.1")

    @Test(
        "each error of etcd has a cause and an outcome",
        arguments: [
            (.unavailable, "etcdserver: no leader", .noLeader, .notDone),
            (.unavailable, "etcdserver: leader changed", .leaderChanged, .unknown),
            (.unavailable, "etcdserver: request timed out", .requestLost, .unknown),
            (.unavailable, "etcdserver: request timed out, possibly due to connection lost", .requestLost, .unknown),
            (.unavailable, "etcdserver: server stopped", .unavailable, .unknown),
            (.unavailable, "the connection was closed", .unavailable, .unknown),
            (.unavailable, "etcdserver: rpc not supported for learner", .learner, .notDone),
            (.failedPrecondition, "etcdserver: rpc not supported for learner", .learner, .notDone),
            (.unknown, "context deadline exceeded", .requestLost, .unknown),
            (.unknown, "etcdserver: too many requests", .tooManyRequests, .notDone),
            (.unknown, "anything", .other, .unknown),
            (.deadlineExceeded, "RPC timed out before completing", .timedOut, .unknown),
            (.cancelled, "", .cancelled, .unknown),
            (.resourceExhausted, "etcdserver: mvcc: database space exceeded", .noSpace, .unknown),
            (.resourceExhausted, "grpc: received message larger than max (3 vs. 2)", .requestTooLarge, .notDone),
            (.invalidArgument, "etcdserver: request is too large", .requestTooLarge, .notDone),
            (.invalidArgument, "etcdserver: too many operations in txn request", .invalidRequest, .notDone),
            (
                .invalidArgument, "etcdserver: authentication failed, invalid user ID or password", .notAuthenticated,
                .notDone
            ),
            (.invalidArgument, "etcdserver: revision of auth store is old", .notAuthenticated, .notDone),
            (.unauthenticated, "etcdserver: invalid auth token", .notAuthenticated, .notDone),
            (.permissionDenied, "etcdserver: permission denied", .permissionDenied, .notDone),
            (.outOfRange, "etcdserver: mvcc: required revision has been compacted", .compacted, .notDone),
            (.outOfRange, "etcdserver: mvcc: required revision is a future revision", .futureRevision, .notDone),
            (.notFound, "etcdserver: requested lease not found", .leaseNotFound, .notDone),
            (.failedPrecondition, "etcdserver: lease already exists", .leaseExists, .notDone),
            (.dataLoss, "etcdserver: corrupt cluster", .corrupt, .notDone),
        ] as [(RPCError.Code, String, EtcdError.Cause, EtcdError.Outcome)])
    func table(code: RPCError.Code, text: String, cause: EtcdError.Cause, outcome: EtcdError.Outcome) {
        let error = EtcdError(RPCError(code: code, message: text), at: endpoint, effect: true, wasSent: true)
        #expect(error.cause == cause)
        #expect(error.outcome == outcome)
    }

    @Test("a request that was not sent, or only reads, has no effect")
    func noEffect() {
        let lost = RPCError(code: .unavailable, message: "lost")
        #expect(EtcdError(lost, at: endpoint, effect: true, wasSent: false).outcome == .notDone)
        #expect(EtcdError(lost, at: endpoint, effect: false, wasSent: true).outcome == .notDone)
    }

    @Test("the message contains the reasons of the connection, once each")
    func reasons() {
        let cause = RPCError(code: .unknown, message: "connection refused", cause: CancellationError())
        let error = RPCError(code: .unavailable, message: "no connection", cause: cause as any Error)
        #expect(
            "\(EtcdError(error, at: endpoint, effect: false, wasSent: false))"
                == "etcd at 127.0.0.1:2379: no connection: connection refused: CancellationError()")
    }

    @Test("a password is not part of a description")
    func password() {
        #expect("\(EtcdConfiguration.Credentials(user: "trellis", password: "secret"))" == "trellis")
    }
}
