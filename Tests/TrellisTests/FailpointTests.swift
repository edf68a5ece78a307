import Synchronization
import SystemPackage
import Testing

@testable import Trellis

@Suite("Failpoints", .timeLimit(.minutes(2)))
struct FailpointTests {
    private func inject(_ terms: String, at name: String = "items.write", in failpoints: Failpoints) throws {
        try failpoints.inject(FailpointTerms(parsing: terms), at: name)
    }

    @Test("inject errors until the count is exhausted, in tasks and in synchronous code")
    func errors() async throws {
        let failpoints = Failpoints()
        let point = failpoints.declare("items.write")
        try await point.evaluate()
        try point.evaluateBlocking()
        try inject("1*error(EIO)->1*error(ENOSPC)", in: failpoints)
        await #expect(throws: Errno.ioError) { try await point.evaluate() }
        #expect(point.status.terms?.description == "1*error(ENOSPC)")
        #expect(point.status.hits == 1)
        #expect(throws: Errno.noSpace) { try point.evaluateBlocking() }
        #expect(point.status.terms == nil)
        #expect(point.status.hits == 2)
        try await point.evaluate()
    }

    @Test("off ends the faults")
    func off() async throws {
        let failpoints = Failpoints()
        let point = failpoints.declare("items.write")
        try inject("error(EIO)", in: failpoints)
        await #expect(throws: Errno.ioError) { try await point.evaluate() }
        try inject("off", in: failpoints)
        try await point.evaluate()
        try inject("error(EIO)", in: failpoints)
        failpoints.removeAll()
        try point.evaluateBlocking()
    }

    @Test("a delay of a task uses the clock of the failpoints")
    func delay() async throws {
        let slept = Mutex<[Duration]>([])
        var clock = WallClock.system
        clock.sleep = { duration in slept.withLock { $0.append(duration) } }
        let failpoints = Failpoints(clock: clock)
        let point = failpoints.declare("items.write")
        try inject("delay(2000)", in: failpoints)
        try await point.evaluate()
        #expect(slept.withLock(\.self) == [.seconds(2)])
    }

    @Test("a pause ends when the terms change, also in synchronous code")
    func pause() async throws {
        let failpoints = Failpoints()
        let point = failpoints.declare("items.write")
        let changes = failpoints.changed.changes()
        try inject("2*pause", in: failpoints)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await point.evaluate() }
            group.addTask { try point.evaluateBlocking() }
            // Exhausting the count is a change.
            for await _ in changes where point.status.hits == 2 { break }
            try inject("off", in: failpoints)
            try await group.waitForAll()
        }
    }

    @Test("a pause ends when its task is cancelled")
    func cancellation() async throws {
        let failpoints = Failpoints()
        let point = failpoints.declare("items.write")
        let changes = failpoints.changed.changes()
        try inject("1*pause", in: failpoints)
        let task = Task { try await point.evaluate() }
        for await _ in changes where point.status.hits == 1 { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a name stands for one failpoint, but only in its own list")
    func names() throws {
        let (first, second) = (Failpoints(), Failpoints())
        #expect(first.declare("items.write") === first.declare("items.write"))
        let other = second.declare("items.write")
        try inject("error(EIO)", in: first)
        try other.evaluateBlocking()
        #expect(throws: Failpoints.Unknown(name: "items.wirte", suggestion: "items.write")) {
            try inject("error(EIO)", at: "items.wirte", in: first)
        }
    }
}
