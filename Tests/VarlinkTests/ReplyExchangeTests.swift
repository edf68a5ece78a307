import Synchronization
import Testing

@testable import Varlink

@Suite("Reply exchange", .timeLimit(.minutes(2))) struct ReplyExchangeTests {
    @Test("pauses reading at the limit until all replies are taken")
    func pausesReadingAtTheLimitUntilAllRepliesAreTaken()
        async throws
    {
        let resumptions = Atomic(0)
        let exchange = ReplyExchange(takesSeveral: true) { resumptions.add(1, ordering: .relaxed) }
        let reply = try ReplyMessage(parameters: ["a": 1] as JSONObject, continues: true)
        let size = reply.parameters.text.utf8.count
        let answers = (0..<10).map { _ in exchange.deliver(reply, limit: size * 10) }
        #expect(answers == Array(repeating: true, count: 9) + [false])
        for _ in 0..<9 { _ = try await exchange.next() }
        #expect(resumptions.load(ordering: .relaxed) == 0)
        _ = try await exchange.next()
        #expect(resumptions.load(ordering: .relaxed) == 1)
    }

    @Test("delivers received replies before a following error") func deliversReceivedRepliesBeforeAFollowingError()
        async throws
    {
        let exchange = ReplyExchange(takesSeveral: true) {}
        let reply = try ReplyMessage(parameters: ["a": 1] as JSONObject, continues: true)
        _ = exchange.deliver(reply, limit: 1000)
        exchange.fail(VarlinkConnectionError(.closedByService, address: .path("/x")))
        #expect(try await exchange.next()?.parameters.text == reply.parameters.text)
        await #expect(throws: VarlinkConnectionError.self) { try await exchange.next() }
    }
}
