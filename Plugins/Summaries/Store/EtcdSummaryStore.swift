import Etcd
import Trellis
import TrellisCluster

/// A store in the etcd of the cluster, which all hosts share.
///
/// The key of a summary is its number with ten digits under `PREFIX/plugins/summaries/`, so that the keys have the order of the numbers.
/// The value is the summary in JSON.
struct EtcdSummaryStore: SummaryStore {
    let host: String?

    private let client: EtcdClient
    private let prefix: String

    /// Creates the store.
    ///
    /// - Throws: `PluginFailure` when the daemon has no cluster.
    init(etcd: ClusterEtcd?, plugin: PluginEnvironment) throws(PluginFailure) {
        guard let etcd else { throw ClusterEtcd.missing(for: plugin) }
        (client, host, prefix) = (etcd.client, etcd.host, etcd.keys(of: plugin))
    }

    func newest(_ limit: Int) async throws -> [Summary] {
        // etcd walks through the whole range for any limit, and a few summaries exist.
        let found = try await performing { () async throws(EtcdError) in
            try await client.range(.prefix(EtcdBytes(prefix)))
        }
        return try found.keyValues.suffix(limit).reversed().map { pair throws(SummaryStoreError) in
            let key = "\(pair.key)"
            guard let number = Int(key.dropFirst(prefix.count)),
                let summary = Summary(json: pair.value.bytes, number: number)
            else { throw .damaged(key: key) }
            return summary
        }
    }

    func append(_ summary: Summary, keeping kept: Int, as token: FencingToken?) async throws {
        let key = key(of: summary.number)
        var changes = [EtcdOperation.put(key, EtcdBytes(try summary.json))]
        if summary.number > kept {
            changes.append(.delete(.range(from: EtcdBytes(prefix), upTo: self.key(of: summary.number - kept + 1))))
        }
        // Of any number of attempts with the same number, one takes effect.
        var conditions = [EtcdComparison.absent(key)]
        if let token { conditions.append(.isHeld(token)) }
        let result = try await performing { [conditions, changes] () async throws(EtcdError) in
            try await client.transaction(compare: conditions, success: changes)
        }
        guard result.succeeded else { throw SummaryStoreError.superseded(number: summary.number) }
    }

    private func key(of number: Int) -> EtcdBytes {
        let digits = String(number)
        return EtcdBytes(prefix + String(repeating: "0", count: max(0, 10 - digits.count)) + digits)
    }

    private func performing<Value>(_ body: () async throws(EtcdError) -> Value) async throws -> Value {
        do throws(EtcdError) {
            return try await body()
        } catch {
            if error.cause == .cancelled, Task.isCancelled { throw CancellationError() }
            throw SummaryStoreError.unavailable(reason: error.problem)
        }
    }
}
