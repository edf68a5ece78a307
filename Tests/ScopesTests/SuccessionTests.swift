import Scopes
import Synchronization
import Testing

/// The replacement of a value that is in use.
@Suite("A succession", .timeLimit(.minutes(2))) struct SuccessionTests {
    @Test("gives each new user the new value, and lets the users of the previous value continue")
    func users() async {
        let current = Succession("old")
        let term = current.enter()
        let previous = current.replace(with: "new")
        #expect(await current.use { $0 } == "new")
        #expect(term.value == "old")
        #expect(await previous.drain(within: .zero) == false)
        async let drained = previous.drain(within: .seconds(60))
        term.leave()
        #expect(await drained)
        #expect(await previous.drain(within: .zero))
    }

    @Test("a user that leaves with an error leaves") func failure() async {
        struct Failure: Error {}
        let current = Succession("old")
        await #expect(throws: Failure.self) { try await current.use { _ in throw Failure() } }
        #expect(await current.replace(with: "new").drain(within: .zero))
    }

    @Test("cancelling a drain ends the wait") func cancelled() async {
        let current = Succession("old")
        let term = current.enter()
        let previous = current.replace(with: "new")
        let drain = Task { await previous.drain(within: .seconds(600)) }
        drain.cancel()
        #expect(await drain.value == false)
        term.leave()
    }

    @Test("no user receives a value that has been drained") func race() async throws {
        /// A value that can be closed.
        final class Resource: Sendable {
            let isClosed = Mutex(false)
        }
        let current = Succession(Resource())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        await current.use { resource in
                            await Task.yield()
                            let isClosed = resource.isClosed.withLock(\.self)
                            #expect(!isClosed)
                        }
                    }
                }
            }
            for _ in 0..<500 {
                let previous = current.replace(with: Resource())
                #expect(await previous.drain(within: .seconds(60)))
                previous.value.isClosed.withLock { $0 = true }
            }
            try await group.waitForAll()
        }
    }
}
