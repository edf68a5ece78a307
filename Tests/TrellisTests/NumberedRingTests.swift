import Testing
import Trellis

@Suite("Numbered ring", .timeLimit(.minutes(2)))
struct NumberedRingTests {
    private struct Enough: Error {}

    @Test("a follower receives the elements after a number, and then the new ones")
    func following() async throws {
        let ring = NumberedRing<String>(capacity: 10)
        for text in ["a", "b", "c"] { ring.append(text) }
        var received: [String] = []
        await #expect(throws: Enough.self) {
            try await ring.follow(after: 1) { text, number in
                received.append("\(number)\(text)")
                if number == 3 { ring.append("d") }
                if number == 4 { throw Enough() }
            }
        }
        #expect(received == ["2b", "3c", "4d"])
    }

    @Test("a follower that is slower than the writers fails")
    func fallingBehind() async throws {
        let ring = NumberedRing<Int>(capacity: 2)
        for number in 1...5 { ring.append(number) }
        let error = await #expect(throws: FellBehind.self) { try await ring.follow(after: 1) { _, _ in } }
        #expect(error?.missed == 2)
        #expect(error?.next == 4)
    }

    @Test("a follower fails when it resumes after a number that no element has yet", arguments: [-1, 1, 7])
    func unknownNumber(number: Int) async throws {
        let ring = NumberedRing<Int>(capacity: 2)
        await #expect(throws: FellBehind.self) { try await ring.follow(after: number) { _, _ in } }
    }
}

@Suite("Change signal", .timeLimit(.minutes(2)))
struct ChangeSignalTests {
    @Test("a reader receives merged changes, and the end")
    func changes() async {
        let signal = ChangeSignal()
        let changes = signal.changes()
        for _ in 0..<3 { signal.signal() }
        signal.finish()
        var count = 0
        for await _ in changes { count += 1 }
        #expect(count == 1)
        for await _ in signal.changes() { Issue.record("the signal has ended") }
    }
}
