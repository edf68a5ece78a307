import Testing

@testable import LogSupport

@Suite("The state of an output queue", .timeLimit(.minutes(2)))
struct OutputQueueStateTests {
    @Test("limits the waiting bytes, but accepts a large entry if no other entry waits")
    func bytes() {
        var state = OutputQueueState<String>(limits: OutputQueueLimits(entries: 100, bytes: 800))
        state.append("large", size: 10_000, priority: .ordinary)
        state.append("small", size: 1, priority: .urgent)
        guard case .write(let items)? = state.next() else {
            Issue.record("no step to write")
            return
        }
        #expect(items.count == 1)
        #expect(!state.isIdle)
        state.finish(items[0], isWritten: true)
        guard case .write(let reports)? = state.next(), case .report(1)? = reports.first?.content else {
            Issue.record("no report of the dropped entry")
            return
        }
        state.finish(reports[0], isWritten: true)
        #expect(state.isIdle)
    }

    @Test("the thread ends when the queue is released and all entries are written")
    func release() {
        var state = OutputQueueState<String>(limits: OutputQueueLimits())
        state.append("last", size: 4, priority: .ordinary)
        state.isReleased = true
        guard case .write(let items)? = state.next() else {
            Issue.record("no step to write")
            return
        }
        state.finish(items[0], isWritten: true)
        guard case .end? = state.next() else {
            Issue.record("no step to end")
            return
        }
    }
}
