import EtcdTesting
import Testing

@testable import Etcd

@Suite("Keys", .runsEtcd, .timeLimit(.minutes(2)))
struct KeyTests {
    @Test("a key that is set can be read, with the revisions of its changes")
    func putAndGet() async throws {
        try await withCluster { client in
            #expect(try await client.get("tea") == nil)
            let created = try await client.put("tea", "green").revision
            let changed = try await client.put("tea", "black", previous: true)
            #expect(changed.revision == created + 1)
            #expect(changed.previous?.value == "green")
            let read = EtcdKeyValue(
                key: "tea", value: "black", createRevision: created, modRevision: changed.revision, version: 2,
                lease: nil)
            #expect(try await client.get("tea") == read)
            #expect(try await client.get("tea", revision: created)?.value == "green")
            #expect(try await client.get("tea", serializable: true) == read)
        }
    }

    @Test("a range returns its keys in the order of their bytes, up to the limit")
    func ranges() async throws {
        try await withCluster { client in
            let last = EtcdBytes([0x62, 0xFF])
            for key in ["a", "b", "b/1", "b/2", "c", last] { try await client.put(key, "1") }
            func keys(_ range: EtcdKeyRange) async throws -> [EtcdBytes] {
                try await client.range(range).keyValues.map(\.key)
            }
            #expect(try await keys(.prefix("b")) == ["b", "b/1", "b/2", last])
            #expect(try await keys(.prefix(last)) == [last])
            #expect(try await keys(.prefix(EtcdBytes([0xFF]))) == [])
            #expect(try await keys(.key("b")) == ["b"])
            #expect(try await keys(.range(from: "b/2", upTo: "c")) == ["b/2", last])
            #expect(try await keys(.from("b/2")) == ["b/2", last, "c"])
            #expect(try await keys(.all) == ["a", "b", "b/1", "b/2", last, "c"])

            let page = try await client.range(.prefix("b/"), limit: 1, content: .keys)
            #expect(page.keyValues.map(\.key) == ["b/1"])
            #expect(page.keyValues.map(\.value) == [""])
            #expect(page.more)
            #expect(page.count == 2)
            let count = try await client.range(.prefix("b/"), content: .count)
            #expect(count.count == 2)
            #expect(count.keyValues == [])
        }
    }

    @Test("a deletion returns the number of keys, and the keys if requested")
    func deletion() async throws {
        try await withCluster { client in
            for key in ["b/1", "b/2", "c"] as [EtcdBytes] { try await client.put(key, "1") }
            let before = try await client.range(.all).revision
            let deleted = try await client.delete(.prefix("b/"), previous: true)
            #expect(deleted.count == 2)
            #expect(deleted.previous.map(\.key) == ["b/1", "b/2"])
            #expect(deleted.revision == before + 1)
            let nothing = try await client.delete(.key("b/1"))
            #expect(nothing.count == 0)
            #expect(nothing.revision == deleted.revision)
            #expect(try await client.range(.all).keyValues.map(\.key) == ["c"])
        }
    }

    @Test("compacted and future revisions cannot be read")
    func compaction() async throws {
        try await withCluster { client in
            let first = try await client.put("tea", "1").revision
            let second = try await client.put("tea", "2").revision
            try await client.compact(to: second)
            try await client.compact(to: second)
            #expect(try await client.get("tea", revision: second)?.value == "2")
            let compacted = try await failure { _ = try await client.get("tea", revision: first) }
            #expect(compacted.cause == .compacted)
            let future = try await failure { _ = try await client.get("tea", revision: second + 1) }
            #expect(future.cause == .futureRevision)
            #expect(try await failure { try await client.compact(to: second + 1) }.cause == .futureRevision)
        }
    }

    @Test("rejected requests change nothing, and the error says so")
    func rejected() async throws {
        try await withCluster { client in
            let empty = try await failure { try await client.put("", "1") }
            #expect(empty.cause == .invalidRequest)
            #expect(empty.outcome == .notDone)
            #expect(empty.endpoint == client.configuration.endpoints[0])
            #expect("\(empty)" == "etcd at \(client.configuration.endpoints[0]): etcdserver: key is not provided")
            // Between the limit of etcd and that of gRPC, and above both.
            for size in [1_600_000, 3_000_000] {
                let large = try await failure { try await client.put("k", EtcdBytes(repeatElement(0, count: size))) }
                #expect(large.cause == .requestTooLarge)
                #expect(large.outcome == .notDone)
            }
            #expect(try await client.range(.all).revision == 1)
        }
    }

    @Test("an answer above the size limit of the client is an error that says that the change was made")
    func largeAnswer() async throws {
        try await TestCluster.with { cluster in
            var configuration = cluster.configuration
            configuration.maximumMessageSize = 10_000
            try await withEtcd(configuration) { client in
                try await client.put("k", EtcdBytes(repeatElement(0, count: 20_000)))
                let read = try await failure { _ = try await client.get("k") }
                #expect(read.cause == .unreadableAnswer, "\(read)")
                #expect(read.outcome == .notDone)
                let written = try await failure { try await client.put("k", "1", previous: true) }
                #expect(written.cause == .unreadableAnswer)
                #expect(written.outcome == .done)
                #expect(try await client.get("k")?.value == "1")
            }
        }
    }

    @Test("answers of many megabytes are accepted")
    func manyKeys() async throws {
        try await withCluster { client in
            for index in 0..<8 {
                try await client.put(EtcdBytes("k\(index)"), EtcdBytes(repeatElement(7, count: 1_000_000)))
            }
            let all = try await client.range(.prefix("k"))
            #expect(all.keyValues.map(\.value.bytes.count) == Array(repeating: 1_000_000, count: 8))
        }
    }
}
