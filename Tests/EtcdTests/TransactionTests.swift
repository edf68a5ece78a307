import EtcdTesting
import Testing

@testable import Etcd

@Suite("Transactions", .runsEtcd, .timeLimit(.minutes(2)))
struct TransactionTests {
    @Test("the comparisons decide which operations are executed, as one change")
    func branches() async throws {
        try await withCluster { client in
            let add = try await client.transaction(
                compare: [.absent("tea")], success: [.put("tea", "1"), .put("log", "added")],
                failure: [.get("tea")])
            #expect(add.succeeded)
            #expect(add.results == [.put(previous: nil), .put(previous: nil)])
            let tea = try #require(try await client.get("tea"))
            #expect(tea.createRevision == add.revision)
            #expect(try await client.get("log")?.modRevision == add.revision)

            let again = try await client.transaction(
                compare: [.absent("tea")], success: [.put("tea", "2")], failure: [.get("tea")])
            #expect(!again.succeeded)
            #expect(again.revision == add.revision)
            #expect(
                again.results
                    == [.range(EtcdRangeResult(revision: add.revision, keyValues: [tea], count: 1, more: false))])

            let change = try await client.transaction(
                compare: [.unchanged("tea", since: add.revision), .present("tea")],
                success: [.put("tea", "2", previous: true), .delete(.prefix("l"), previous: true)])
            #expect(change.succeeded)
            guard case .put(let previous) = change.results.first, case .delete(1, let deleted) = change.results.last
            else { throw Unexpected(change.results) }
            #expect(previous == tea)
            #expect(deleted.map(\.value) == ["added"])
        }
    }

    @Test("each comparison compares what it names")
    func comparisons() async throws {
        try await withCluster { client in
            let lease = try await client.grant(.seconds(60)).id
            let first = try await client.put("k", "b", lease: lease).revision
            let second = try await client.put("k", "m", lease: lease).revision
            func holds(_ comparison: EtcdComparison) async throws -> Bool {
                try await client.transaction(compare: [comparison], success: []).succeeded
            }
            let key = EtcdKeyRange.key("k")
            let holding: [EtcdComparison] = [
                .createRevision(of: key, .equal, first), .modRevision(of: key, .equal, second),
                .modRevision(of: key, .greater, first), .modRevision(of: key, .less, second + 1),
                .modRevision(of: key, .notEqual, first), .version(of: key, .equal, 2), .value(of: key, .equal, "m"),
                .value(of: key, .greater, "b"), .lease(of: key, .equal, lease), .lease(of: key, .notEqual, nil),
                .present("k"), .absent("other"), .modRevision(of: .prefix("k"), .less, second + 1),
            ]
            for comparison in holding { #expect(try await holds(comparison), "\(comparison)") }
            let failing: [EtcdComparison] = [
                .createRevision(of: key, .equal, second), .modRevision(of: key, .equal, first),
                .version(of: key, .greater, 2), .value(of: key, .less, "m"), .lease(of: key, .equal, nil),
                .absent("k"), .present("other"), .modRevision(of: .prefix("k"), .less, second),
            ]
            for comparison in failing { #expect(try await !holds(comparison), "\(comparison)") }
        }
    }

    @Test("500 keys are created in one transaction of nested transactions, each with its own result")
    func batch() async throws {
        try await withCluster { client in
            let keys = (0..<500).map { EtcdBytes("items/\($0)") }
            try await client.put(keys[7], "old")
            func importAll(_ value: EtcdBytes) async throws -> EtcdTransactionResult {
                let groups = stride(from: 0, to: keys.count, by: 100).map { start in
                    EtcdOperation.transaction(
                        compare: [],
                        success: keys[start..<start + 100].map {
                            .transaction(compare: [.absent($0)], success: [.put($0, value)])
                        })
                }
                return try await client.transaction(success: [.put("head", value)] + groups)
            }
            func added(_ result: EtcdTransactionResult) -> [Bool] {
                result.results.dropFirst().flatMap { group in
                    guard case .transaction(true, let items) = group else { return [Bool]() }
                    return items.map { if case .transaction(true, _) = $0 { true } else { false } }
                }
            }
            let result = try await importAll("new")
            #expect(added(result) == keys.indices.map { $0 != 7 })
            let read = try await client.range(.prefix("items/"))
            #expect(read.count == 500)
            #expect(Set(read.keyValues.map(\.modRevision)) == [result.revision, result.revision - 1])
            #expect(added(try await importAll("newer")) == keys.map { _ in false })
        }
    }

    @Test("too many operations, and a key that is set twice, are rejected")
    func limits() async throws {
        try await withCluster { client in
            let many = try await failure {
                try await client.transaction(success: (0...128).map { .put(EtcdBytes("k\($0)"), "1") })
            }
            #expect(many.cause == .invalidRequest)
            #expect(many.outcome == .notDone)
            let twice = try await failure {
                try await client.transaction(success: [.put("k", "1"), .put("k", "2")])
            }
            #expect(twice.cause == .invalidRequest)
            #expect(twice.message == "etcdserver: duplicate key given in txn request")
            #expect(try await client.range(.all).revision == 1)
        }
    }
}
