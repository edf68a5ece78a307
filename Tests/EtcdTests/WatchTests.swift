import EtcdTesting
import Testing

@testable import Etcd

@Suite("Watches", .runsEtcd, .timeLimit(.minutes(2)))
struct WatchTests {
    @Test("a watch reports the changes after its start, in order, with the former state if requested")
    func live() async throws {
        try await withCluster { client in
            let before = try await client.put("b/1", "old").revision
            try await client.withWatch(.prefix("b/"), previous: true) { watch in
                var updates = watch.makeAsyncIterator()
                #expect(try await updates.next() == .connected(client.configuration.endpoints[0], from: before + 1))
                try await client.put("other", "1")
                let change = try await client.transaction(success: [.put("b/2", "new"), .delete(.key("b/1"))])
                guard case .events(let events, change.revision)? = try await updates.next() else {
                    throw Unexpected("no events")
                }
                #expect(events.map(\.kind) == [.put, .delete])
                #expect(events.map(\.key) == ["b/2", "b/1"])
                #expect(events.map(\.revision) == [change.revision, change.revision])
                #expect(events.map(\.previous?.value) == [nil, "old"])
                #expect(events[0].keyValue.value == "new")
            }
        }
    }

    @Test("a watch from a revision reports each change since, and continues with new ones")
    func history() async throws {
        try await withCluster { client in
            let first = try await client.put("k", "0").revision
            for value in 1..<1_100 { try await client.put("k", EtcdBytes("\(value)")) }
            try await client.withWatch(.key("k"), from: first + 1) { watch in
                let old = try await events(1_099, of: watch)
                #expect(old.map(\.revision) == (1..<1_100).map { first + $0 })
                #expect(old.map(\.keyValue.value.description) == (1..<1_100).map { "\($0)" })
                let new = try await client.put("k", "new").revision
                #expect(try await firstEvent(of: watch).revision == new)
            }
        }
    }

    @Test("the changes of one revision are not divided, although etcd divides large responses")
    func fragments() async throws {
        try await withCluster { client in
            func change(_ byte: UInt8) async throws -> Int64 {
                let value = EtcdBytes(repeatElement(byte, count: 100_000))
                return try await client.transaction(success: (0..<14).map { .put(EtcdBytes("k/\($0)"), value) })
                    .revision
            }
            let first = try await change(1)
            try await client.withWatch(.prefix("k/"), from: first + 1, previous: true) { watch in
                var updates = watch.makeAsyncIterator()
                _ = try await connection(of: &updates)
                // With the former values, the events exceed the 2 MiB of a response.
                let second = try await change(2)
                guard case .events(let events, second)? = try await updates.next() else {
                    throw Unexpected("no events")
                }
                #expect(events.count == 14)
                #expect(events.allSatisfy { $0.keyValue.value.bytes.first == 2 && $0.previous?.value.bytes.first == 1 })
            }
        }
    }

    @Test("a watch from a compacted revision ends with the oldest revision that can be watched")
    func compacted() async throws {
        try await withCluster { client in
            let first = try await client.put("k", "1").revision
            try await client.put("k", "2")
            let last = try await client.put("k", "3").revision
            try await client.compact(to: last)
            try await client.withWatch(.key("k"), from: first) { watch in
                var updates: [EtcdWatchUpdate] = []
                for try await update in watch { updates.append(update) }
                #expect(updates.last == .compacted(revision: last))
                #expect(!updates.contains { if case .events = $0 { true } else { false } })
            }
            try await client.withWatch(.key("k"), from: last) { watch in
                let event = try await firstEvent(of: watch)
                #expect(event.keyValue.value == "3")
            }
        }
    }

    @Test("a slow reader loses nothing")
    func slowReader() async throws {
        try await withCluster { client in
            try await client.withWatch(.key("k")) { watch in
                var updates = watch.makeAsyncIterator()
                _ = try await connection(of: &updates)
                for value in 0..<300 { try await client.put("k", EtcdBytes("\(value)")) }
                #expect(try await events(300, of: watch).map(\.keyValue.value.description) == (0..<300).map { "\($0)" })
            }
        }
    }

    @Test("a watch ends when its task is cancelled")
    func cancellation() async throws {
        try await withCluster { client in
            try await client.withWatch(.key("k")) { watch in
                var updates = watch.makeAsyncIterator()
                _ = try await connection(of: &updates)
                let last = await withTaskGroup(of: Result<EtcdWatchUpdate?, any Error>.self) { group in
                    group.addTask {
                        var updates = watch.makeAsyncIterator()
                        do { return .success(try await updates.next()) } catch { return .failure(error) }
                    }
                    group.cancelAll()
                    return await group.next()
                }
                let update = try #require(last).get()
                #expect(update == nil)
            }
        }
    }
}
