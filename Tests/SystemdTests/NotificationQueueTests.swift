import Testing

@testable import Systemd

@Suite("The queue of notifications", .timeLimit(.minutes(2)))
struct NotificationQueueTests {
    private func drained(_ datagrams: [String]) -> [String] {
        var queue = NotificationQueue()
        for datagram in datagrams { #expect(queue.append(datagram) == .queued) }
        var result: [String] = []
        while case .send(let text)? = queue.next() {
            result.append(text)
            queue.finish()
        }
        return result
    }

    @Test("keeps the order of notifications")
    func order() {
        let datagrams = ["READY=1", "RELOADING=1\nMONOTONIC_USEC=5", "READY=1", "STOPPING=1"]
        #expect(drained(datagrams) == datagrams)
    }

    @Test("replaces a waiting status with a newer one")
    func status() {
        #expect(drained(["STATUS=a", "READY=1", "STATUS=b", "STATUS=c"]) == ["READY=1", "STATUS=c"])
    }

    @Test("keeps a status that shares a datagram with readiness")
    func statusWithReadiness() {
        #expect(drained(["READY=1\nSTATUS=a", "STATUS=b"]) == ["READY=1\nSTATUS=a", "STATUS=b"])
    }

    @Test("replaces a waiting keep-alive with a newer one")
    func watchdog() {
        #expect(drained(["WATCHDOG=1", "STATUS=a", "WATCHDOG=1", "WATCHDOG=1"]) == ["STATUS=a", "WATCHDOG=1"])
    }

    @Test("does not replace a waiting watchdog trigger")
    func watchdogTrigger() {
        #expect(drained(["WATCHDOG=trigger", "WATCHDOG=1"]) == ["WATCHDOG=trigger", "WATCHDOG=1"])
    }

    @Test("drops notifications beyond the limit and reports only the first drop until the queue is empty")
    func limit() {
        var queue = NotificationQueue()
        for number in 0..<NotificationQueue.limit {
            #expect(queue.append("X_NUMBER=\(number)") == .queued)
        }
        #expect(queue.append("X_NUMBER=dropped") == .dropped(isFirst: true))
        #expect(queue.append("X_NUMBER=dropped") == .dropped(isFirst: false))
        while queue.next() != nil { queue.finish() }
        for number in 0..<NotificationQueue.limit {
            #expect(queue.append("X_NUMBER=\(number)") == .queued)
        }
        #expect(queue.append("X_NUMBER=dropped") == .dropped(isFirst: true))
    }

    @Test("the queue is idle only after the last notification was sent")
    func idle() {
        var queue = NotificationQueue()
        #expect(queue.isIdle)
        _ = queue.append("READY=1")
        #expect(queue.next() == .send("READY=1"))
        #expect(!queue.isIdle)
        queue.finish()
        #expect(queue.isIdle)
    }

    @Test("joins notifications into datagrams that systemd accepts")
    func datagrams() throws {
        let large = try (0..<3).map {
            try ServiceNotification(name: "X_\($0)", value: String(repeating: "x", count: 2000))
        }
        let datagrams = NotificationQueue.datagrams(of: [.ready] + large + [.reloading])
        #expect(datagrams.count == 2)
        #expect(datagrams.allSatisfy { $0.utf8.count < 4096 })
        #expect(datagrams.first?.hasPrefix("READY=1\nX_0=") == true)
        #expect(datagrams.last?.contains("RELOADING=1\nMONOTONIC_USEC=") == true)
    }
}
