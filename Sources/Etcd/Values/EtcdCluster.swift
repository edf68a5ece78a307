/// A member of the cluster.
public struct EtcdMember: Sendable, Hashable {
    /// The identifier of the member.
    public var id: UInt64

    /// The name of the member; empty if it has not started yet.
    public var name: String

    /// The URLs for the other members.
    public var peerURLs: [String]

    /// The URLs for clients.
    public var clientURLs: [String]

    /// Whether the member does not vote yet, and therefore serves only serializable reads and its status.
    public var isLearner: Bool
}

/// The state of one member.
public struct EtcdStatus: Sendable, Hashable {
    /// The endpoint that answered.
    public var endpoint: EtcdEndpoint

    /// The identifier of the cluster.
    public var cluster: UInt64

    /// The identifier of the member.
    public var member: UInt64

    /// The version of etcd, such as `3.4.23`.
    public var version: String

    /// The revision of the store at this member.
    public var revision: Int64

    /// The identifier of the leader; nil if the member does not know one, so that it cannot serve writes and linearizable reads.
    public var leader: UInt64?

    /// Whether the member does not vote yet.
    public var isLearner: Bool

    /// The size of the database file, in bytes.
    public var databaseSize: Int64

    /// The part of ``databaseSize`` that is in use, in bytes.
    ///
    /// The rest is freed by a defragmentation.
    public var databaseSizeInUse: Int64

    /// The alarms and other faults, in the words of etcd, such as `memberID:1234 alarm:NOSPACE `.
    public var faults: [String]

    /// Whether etcd rejects writes until space is freed and the alarm is disarmed.
    public var hasNoSpaceAlarm: Bool { faults.contains { $0.contains("alarm:NOSPACE") } }

    /// Whether the members have found out that their data differs.
    public var hasCorruptionAlarm: Bool { faults.contains { $0.contains("alarm:CORRUPT") } }
}
