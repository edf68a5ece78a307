/// The failure of a call.
public struct EtcdError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause of a failure.
    public enum Cause: Sendable, Hashable {
        /// The member could not be reached, or the connection was lost.
        case unavailable

        /// The member rejects the client's certificate, or the client that of the member: it is missing, expired, for another
        /// address, or of another authority.
        case certificateRejected

        /// The member did not answer within the time limit of an attempt.
        case timedOut

        /// The member has no leader, during an election, in a partition, or without a quorum.
        case noLeader

        /// The leader changed while the request was processed.
        case leaderChanged

        /// The member gave up the request, because the cluster did not agree on it in time.
        case requestLost

        /// The member has too many requests that are not applied yet.
        case tooManyRequests

        /// The member does not vote yet, and does not serve this request.
        case learner

        /// The database is full. Free space, compact and defragment every member; then disarm the alarm.
        case noSpace

        /// The members' data differs, or a member found its own data damaged.
        case corrupt

        /// The request exceeds the limit of etcd (`--max-request-bytes`, 1.5 MiB).
        case requestTooLarge

        /// The answer exceeds ``EtcdConfiguration/maximumMessageSize``, or cannot be read.
        case unreadableAnswer

        /// etcd rejects the request, for example for too many operations in a transaction (`--max-txn-ops`, 128) or a key that is
        /// set twice.
        case invalidRequest

        /// The requested revision has been compacted.
        case compacted

        /// The requested revision is in the future.
        case futureRevision

        /// The lease does not exist, because it was revoked or has ended.
        case leaseNotFound

        /// A lease with this identifier exists already.
        case leaseExists

        /// The name or the password of the user is wrong, or the cluster requires a user.
        case notAuthenticated

        /// The user may not do this.
        case permissionDenied

        /// The task was cancelled.
        case cancelled

        /// etcd reported another error.
        case other
    }

    /// Whether the call had an effect.
    public enum Outcome: Sendable, Hashable {
        /// The change was made.
        case done

        /// Nothing was changed. Of a call that only reads, the outcome is always this one.
        case notDone

        /// The change may have been made, or may still be made.
        case unknown
    }

    /// The cause.
    public var cause: Cause

    /// Whether the call had an effect.
    public var outcome: Outcome

    /// The member that was called last; nil if none was.
    public var endpoint: EtcdEndpoint?

    /// The message of etcd or of the connection.
    public var message: String

    /// The endpoint, the message, and what is known about the outcome.
    public var description: String {
        let place = endpoint.map { "etcd at \($0): " } ?? "etcd: "
        return switch outcome {
        case .notDone: place + message
        case .done: place + message + "; the change was made"
        case .unknown: place + message + "; it is not known whether the change was made"
        }
    }
}
