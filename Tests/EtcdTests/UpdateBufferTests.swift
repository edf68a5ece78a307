import Testing

@testable import Etcd

@Suite("Updates of a watch for a busy reader", .timeLimit(.minutes(2)))
struct UpdateBufferTests {
    private func events(_ revisions: ClosedRange<Int64>) -> EtcdWatchUpdate {
        let events = revisions.map { revision in
            EtcdEvent(
                kind: .put,
                keyValue: EtcdKeyValue(
                    key: "k", value: "", createRevision: 1, modRevision: revision, version: 1, lease: nil))
        }
        return .events(events, revision: revisions.upperBound)
    }

    @Test("events are merged in order")
    func merging() async throws {
        let buffer = UpdateBuffer()
        try await buffer.send(events(1...2))
        try await buffer.send(events(3...3))
        #expect(try await buffer.next() == events(1...3))
        try await buffer.send(events(4...4))
        #expect(try await buffer.next() == events(4...4))
    }

    @Test("at most 1,000 events are merged, and the sender waits until they are taken")
    func limit() async throws {
        let buffer = UpdateBuffer()
        try await buffer.send(events(1...600))
        try await buffer.send(events(601...1_000))
        async let sent: Void = buffer.send(events(1_001...1_001))
        #expect(try await buffer.next() == events(1...1_000))
        try await sent
        #expect(try await buffer.next() == events(1_001...1_001))
    }

    @Test("one large update is not divided")
    func largeUpdate() async throws {
        let buffer = UpdateBuffer()
        try await buffer.send(events(1...5_000))
        #expect(try await buffer.next() == events(1...5_000))
    }

    @Test("other updates stay between the events before and after them")
    func otherUpdates() async throws {
        let buffer = UpdateBuffer()
        try await buffer.send(events(1...1))
        async let sent: Void = {
            try await buffer.send(.compacted(revision: 5))
            try await buffer.send(events(6...6))
            buffer.finish()
        }()
        #expect(try await buffer.next() == events(1...1))
        #expect(try await buffer.next() == .compacted(revision: 5))
        #expect(try await buffer.next() == events(6...6))
        #expect(try await buffer.next() == nil)
        try await sent
    }

    @Test("the error at the end follows the last update")
    func end() async throws {
        let buffer = UpdateBuffer()
        try await buffer.send(events(1...1))
        let error = EtcdError(cause: .permissionDenied, outcome: .notDone, endpoint: nil, message: "no")
        buffer.finish(throwing: error)
        #expect(try await buffer.next() == events(1...1))
        await #expect(throws: error) { try await buffer.next() }
    }

    @Test("a cancelled reader gets nothing, and a cancelled sender fails")
    func cancellation() async throws {
        let buffer = UpdateBuffer()
        let reader = Task { try await buffer.next() }
        reader.cancel()
        #expect(try await reader.value == nil)
        let full = UpdateBuffer()
        try await full.send(.compacted(revision: 1))
        let sender = Task { try await full.send(.compacted(revision: 2)) }
        sender.cancel()
        await #expect(throws: CancellationError.self) { try await sender.value }
    }
}
