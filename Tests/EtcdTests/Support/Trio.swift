import Etcd
import EtcdTesting
import Testing

/// A cluster of three whose members are known: the leader, the follower that the client calls first, and the other one.
struct Trio {
    let leader: TestMember
    let first: TestMember
    let second: TestMember

    /// The configuration of a client with a short time limit of attempts.
    var configuration: EtcdConfiguration {
        var configuration = EtcdConfiguration(endpoints: members.map(\.endpoint))
        configuration.attemptTimeout = .seconds(1)
        return configuration
    }
}

/// Runs a cluster of three and a client that calls a follower first.
func withTrio(_ body: (Trio, EtcdClient) async throws -> Void) async throws {
    try await TestCluster.with(3) { cluster in
        let trio = try await withEtcd(cluster.configuration) { client in
            let statuses = try await cluster.members.asyncMap { try await client.status(of: $0.endpoint) }
            let index = try #require(statuses.firstIndex { $0.member == $0.leader })
            var followers = cluster.members
            let leader = followers.remove(at: index)
            return Trio(leader: leader, first: followers[0], second: followers[1])
        }
        try await withEtcd(trio.configuration) { client in try await body(trio, client) }
    }
}

extension Trio {
    /// The members, in the order in which the client calls them.
    var members: [TestMember] { [first, second, leader] }

    /// The members other than the one with an endpoint.
    func others(than endpoint: EtcdEndpoint) -> [TestMember] { members.filter { $0.endpoint != endpoint } }
}

/// Waits until a watch is connected; on a busy machine, the first attempt may exceed its time limit.
///
/// - Returns: The endpoint of the member, and the revision from which the watch reports events.
func connection<Updates: AsyncIteratorProtocol>(
    of updates: inout Updates
) async throws -> (endpoint: EtcdEndpoint, start: Int64) where Updates.Element == EtcdWatchUpdate {
    while let update = try await updates.next() {
        switch update {
        case .connected(let endpoint, let start): return (endpoint, start)
        case .interrupted: continue
        case .events, .compacted, .canceled: throw Unexpected("\(update) before the connection")
        }
    }
    throw Unexpected("not connected")
}

/// Sets a key until it is certain that it is set.
///
/// - Returns: The errors before.
func putUntilDone(_ client: EtcdClient, _ key: EtcdBytes, _ value: EtcdBytes = "1") async throws -> [EtcdError] {
    var errors: [EtcdError] = []
    while true {
        do {
            try await client.put(key, value)
            return errors
        } catch { errors.append(error) }
    }
}

extension Sequence {
    /// Returns the results of an asynchronous closure for each element, one after the other.
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
