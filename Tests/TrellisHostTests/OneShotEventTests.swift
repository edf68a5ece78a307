import Testing

@testable import TrellisHost

@Suite("A one-shot event", .timeLimit(.minutes(2)))
struct OneShotEventTests {
    @Test("resumes all waiters, and resumes later waiters immediately")
    func signaling() async {
        let event = OneShotEvent()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { await event.wait() } }
            group.addTask { event.signal() }
        }
        #expect(event.isSignaled)
        await event.wait()
    }

    @Test("does not resume a cancelled waiter that ignores cancellation")
    func waitingIgnoringCancellation() async {
        let event = OneShotEvent()
        let order = Recorder()
        let waiting = Task {
            await event.waitIgnoringCancellation()
            order.note("resumed")
        }
        waiting.cancel()
        await Task.yield()
        order.note("signaled")
        event.signal()
        await waiting.value
        #expect(order.events == ["signaled", "resumed"])
    }

    @Test("resumes a cancelled waiter without being signaled")
    func cancelling() async {
        let event = OneShotEvent()
        let waiting = Task { await event.wait() }
        waiting.cancel()
        await waiting.value
        #expect(!event.isSignaled)
    }
}
