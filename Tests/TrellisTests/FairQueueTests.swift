import Testing
import Trellis

@Suite("Fair queue", .timeLimit(.minutes(2)))
struct FairQueueTests {
    private func elements(of queue: FairQueue<String>) -> [String] {
        var (queue, elements) = (queue, [String]())
        while let first = queue.first {
            #expect(queue.popFirst() == first)
            elements.append(first)
        }
        #expect(queue.count == 0)
        return elements
    }

    @Test("serves users in turn, and the work of one user in the order of its arrival")
    func turns() {
        var queue = FairQueue<String>()
        for text in ["a1", "a2", "a3", "a4"] { queue.append(text, for: 1) }
        for text in ["b1", "b2"] { queue.append(text, for: 2) }
        queue.append("d1", for: nil)
        #expect(queue.count == 7)
        #expect(elements(of: queue) == ["a1", "b1", "d1", "a2", "b2", "a3", "a4"])
    }

    @Test("a user whose work was served has the last turn")
    func lastTurn() {
        var queue = FairQueue<String>()
        for text in ["a1", "a2"] { queue.append(text, for: 1) }
        queue.append("b1", for: 2)
        #expect(queue.popFirst() == "a1")
        queue.append("a3", for: 1)
        queue.append("c1", for: 3)
        #expect(queue.popFirst() == "b1")
        queue.append("b2", for: 2)
        #expect(elements(of: queue) == ["a2", "c1", "b2", "a3"])
    }

    @Test("removes an element, and the turn of a user without further elements")
    func removal() {
        var queue = FairQueue<String>()
        for text in ["a1", "a2"] { queue.append(text, for: 1) }
        queue.append("b1", for: 2)
        #expect(queue.remove { $0 == "nothing" } == nil)
        #expect(queue.remove { $0 == "a1" } == "a1")
        #expect(queue.remove { $0 == "b1" } == "b1")
        #expect(elements(of: queue) == ["a2"])
    }
}
