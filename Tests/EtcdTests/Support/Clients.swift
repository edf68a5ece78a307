import Etcd
import EtcdTesting
import Testing

/// Runs a cluster with a client for `body`.
func withCluster<Result: Sendable>(
    _ count: Int = 1, options: [String] = [], _ body: (EtcdClient) async throws -> Result
) async throws -> Result {
    try await TestCluster.with(count, options: options) { cluster in
        try await withEtcd(cluster.configuration) { client in try await body(client) }
    }
}

/// Returns the error that `body` must throw.
func failure(_ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async throws
    -> EtcdError
{
    try #require(await #expect(throws: EtcdError.self, sourceLocation: sourceLocation) { try await body() })
}

/// A value that a test did not expect.
struct Unexpected: Error, CustomStringConvertible {
    var description: String

    init(_ value: some Any) { description = "unexpected: \(value)" }
}

/// Returns the first event of a watch.
func firstEvent(of watch: EtcdWatch) async throws -> EtcdEvent {
    for try await update in watch {
        if case .events(let events, _) = update { return try #require(events.first) }
    }
    throw Unexpected("the end of the watch")
}

/// Returns the events of a watch up to the first update with at least `count` in total.
func events(_ count: Int, of watch: EtcdWatch) async throws -> [EtcdEvent] {
    var all: [EtcdEvent] = []
    for try await update in watch {
        if case .events(let events, _) = update { all += events }
        if all.count >= count { return all }
    }
    throw Unexpected("the end of the watch after \(all.count) events")
}
