/// Proof that this host was chosen to run a plugin that runs on one host at a time (`placement: single`).
///
/// A host that was suspended, or that has lost its connection, may still run a plugin for a moment after another host has taken
/// it over. A change in the cluster's store therefore has the condition that the key of the candidacy still has the revision of
/// the token; the store then rejects the change of the earlier host. Effects outside the store are not protected.
public struct FencingToken: Sendable, Hashable {
    /// The key of the host's candidacy in the store of the cluster.
    public let key: String

    /// The revision at which the key was created: larger than that of every earlier host.
    public let revision: Int64

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - key: The key of the host's candidacy.
    ///   - revision: The revision at which the key was created.
    public init(key: String, revision: Int64) {
        (self.key, self.revision) = (key, revision)
    }
}
