import Testing

@testable import Varlink

@Suite("Bounded queue", .timeLimit(.minutes(2))) struct BoundedQueueTests {
    private typealias Queue = BoundedQueue<Int>

    @Test("serves waiting senders in order") func sendersWaitInOrder() async throws {
        let queue = Queue(limit: 1)
        #expect(try await queue.send(0) == .accepted)
        let senders = (1...4).map { number in Task.immediate { try await queue.send(number) } }
        for number in 0...4 { #expect(try await queue.next() == number) }
        for sender in senders { #expect(try await sender.value == .accepted) }
    }

    @Test("keeps waiting senders when another sender is cancelled") func keepsOtherSendersWhenOneIsCancelled()
        async throws
    {
        let queue = Queue(limit: 1)
        _ = try await queue.send(0)
        let senders = (1...3).map { number in Task.immediate { try await queue.send(number) } }
        senders[1].cancel()
        await #expect(throws: CancellationError.self) { try await senders[1].value }
        for number in [0, 1, 3] { #expect(try await queue.next() == number) }
    }

    @Test("serves waiting receivers in order, and loses no element on cancellation")
    func servesWaitingReceiversInOrder() async throws {
        let queue = Queue(limit: 1)
        let takers = (0..<3).map { _ in Task.immediate { try await queue.next() } }
        takers[0].cancel()
        await #expect(throws: CancellationError.self) { try await takers[0].value }
        for number in 1...2 { #expect(try await queue.send(number) == .accepted) }
        #expect(try await takers[1].value == 1)
        #expect(try await takers[2].value == 2)
    }

    @Test("resumes all senders and receivers at the final element")
    func resumesAllSendersAndReceiversAtTheFinalElement()
        async throws
    {
        let full = Queue(limit: 1)
        _ = try await full.send(0)
        let sender = Task.immediate { try await full.send(1) }
        full.finish(with: 2)
        #expect(try await sender.value == .ended)
        for number in [0, 2, nil] { #expect(try await full.next() == number) }

        let empty = Queue(limit: 1)
        let takers = (0..<2).map { _ in Task.immediate { try await empty.next() } }
        empty.finish(with: 3)
        #expect(try await takers[0].value == 3)
        #expect(try await takers[1].value == nil)
    }

    @Test("resumes all senders when the queue is closed") func resumesAllSendersWhenItIsClosed() async throws {
        let queue = Queue(limit: 1)
        _ = try await queue.send(0)
        let senders = (1...2).map { number in Task.immediate { try await queue.send(number) } }
        queue.close()
        for sender in senders { #expect(try await sender.value == .closed) }
    }

    /// Each task sends more replies than the queue and the limit on unread replies allow.
    @Test("accepts replies of several tasks through one writer", arguments: CallTests.Way.allCases)
    func acceptsRepliesOfSeveralTasksThroughOneWriter(_ way: CallTests.Way) async throws {
        try await CallTests.withCaller(way, Self.crowd) { caller, _ in
            var numbers: [Int] = []
            let stream = caller.stream("org.example.trial.Count", ["to": 8, "size": 4_000])
            for try await reply in stream {
                if case .integer(let number)? = reply["number"] { numbers.append(Int(number)) }
            }
            #expect(numbers.last == 0)
            #expect(numbers.dropLast().sorted() == (0..<800).map { $0 / 100 + 1 })
        }
    }

    /// Serves Count with one task per number, each of which sends its number a hundred times.
    private static let crowd = VarlinkRegistration(contract: TrialContract.contract) { call in
        let parameters = try call.parameters(as: CountParameters.self)
        let padding = String(repeating: "x", count: parameters.size ?? 0)
        let replies = try call.replies(of: CountReply.self, streaming: .required)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...parameters.to {
                group.addTask {
                    for _ in 0..<100 { try await replies.send(CountReply(number: number, padding: padding)) }
                }
            }
            try await group.waitForAll()
        }
        try call.reply(CountReply(number: 0))
    }
}
