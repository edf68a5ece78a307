import Foundation
import Logging
import Testing
import Trellis

@testable import TrellisHost

@Suite("The ring of log entries", .timeLimit(.minutes(2)))
struct LogRingTests {
    private func entry(_ message: String) -> LogEntry {
        LogEntry(time: Date(), level: .info, logger: "trellis", message: message, metadata: [:])
    }

    @Test("keeps the newest entries, and reports the number of missed ones")
    func count() {
        let ring = LogRing(maximumCount: 3)
        for number in 1...5 { ring.append(entry("\(number)")) }
        #expect(ring.range == 3..<6)
        let page = ring.page(from: 1)
        #expect(page.missed == 2)
        #expect(page.start == 3)
        #expect(page.elements.map(\.message) == ["3", "4", "5"])
        #expect(ring.page(from: 6).elements.isEmpty)
    }

    @Test("has a limit on its size, also for a single entry")
    func size() {
        let ring = LogRing(maximumSize: 10_000)
        for _ in 0..<100 { ring.append(entry(String(repeating: "x", count: 1_000))) }
        #expect((8...10).contains(ring.range.count))
        ring.append(entry(String(repeating: "x", count: 20_000)))
        #expect(ring.range == 102..<102)
        #expect(ring.page(from: 101).missed == 1)
    }

    @Test("notifies readers of new entries")
    func changes() async {
        let ring = LogRing()
        var changes = ring.changes().makeAsyncIterator()
        ring.append(entry("a"))
        #expect(await changes.next() != nil)
    }
}
