import Etcd
import Synchronization

/// The key that every addition compares, so that an addition without an answer can be prevented from taking effect later.
///
/// The other changes compare the revision of an item or of the list, which only rises, so that at most one of several attempts can take
/// effect. An addition compares that the item does not exist, which holds again after the item was deleted. Before an addition is sent
/// again, the key is therefore changed: an attempt from before, which a member or the network may still hold back, is then rejected.
/// All hosts share the key. An addition that compared an older revision of it is sent again.
final class AdditionFence: Sendable {
    private let key: EtcdBytes

    /// The last known revision of the key; nil if it was not read yet.
    private let known = Mutex<Int64?>(nil)

    init(key: EtcdBytes) { self.key = key }

    /// Returns the revision that an addition has to compare.
    func revision(in client: EtcdClient) async throws(EtcdError) -> Int64 {
        if let revision = known.withLock({ $0 }) { return revision }
        return try await refresh(from: client)
    }

    /// Reads the revision from etcd.
    @discardableResult
    func refresh(from client: EtcdClient) async throws(EtcdError) -> Int64 {
        let revision = try await client.range(.key(key), content: .keys).keyValues.first?.modRevision ?? 0
        known.withLock { $0 = revision }
        return revision
    }

    /// Changes the key, so that no addition that was sent before can take effect from now on.
    ///
    /// - Throws: `EtcdError`. The key may have been changed then.
    func raise(in client: EtcdClient) async throws(EtcdError) {
        let revision = try await client.put(key, EtcdBytes("")).revision
        known.withLock { $0 = revision }
    }

    /// The comparison that holds until the key is changed.
    func unchanged(since revision: Int64) -> EtcdComparison {
        revision == 0 ? .absent(key) : .unchanged(key, since: revision)
    }
}
