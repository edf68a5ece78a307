import Testing

@testable import Systemd

@Suite struct PendingNotificationsTests {
    private func drained(_ datagrams: [String]) -> [String] {
        var pending = PendingNotifications()
        for datagram in datagrams { _ = pending.append(datagram) }
        var result: [String] = []
        while let first = pending.first {
            result.append(first)
            pending.removeFirst()
        }
        return result
    }

    @Test func orderIsKept() {
        let datagrams = ["READY=1", "RELOADING=1\nMONOTONIC_USEC=5", "READY=1", "STOPPING=1"]
        #expect(drained(datagrams) == datagrams)
    }

    @Test func newerStatusReplacesOlder() {
        #expect(drained(["STATUS=a", "READY=1", "STATUS=b", "STATUS=c"]) == ["READY=1", "STATUS=c"])
    }

    @Test func statusWithReadinessIsNotReplaced() {
        #expect(drained(["READY=1\nSTATUS=a", "STATUS=b"]) == ["READY=1\nSTATUS=a", "STATUS=b"])
    }

    @Test func signsOfLifeDoNotPileUp() {
        #expect(drained(["WATCHDOG=1", "STATUS=a", "WATCHDOG=1", "WATCHDOG=1"]) == ["STATUS=a", "WATCHDOG=1"])
    }

    @Test func watchdogTriggerIsNotReplaced() {
        #expect(drained(["WATCHDOG=trigger", "WATCHDOG=1"]) == ["WATCHDOG=trigger", "WATCHDOG=1"])
    }

    @Test func numberOfWaitingDatagramsHasABound() {
        var pending = PendingNotifications()
        let taken = (0...PendingNotifications.limit).map { pending.append("X_NUMBER=\($0)") }
        #expect(taken == Array(repeating: true, count: PendingNotifications.limit) + [false])
        pending.removeFirst()
        let isTakenAgain = pending.append("X_NUMBER=fits again")
        #expect(isTakenAgain)
    }

    @Test func datagramsStayBelowWhatSystemdTakes() throws {
        let large = try (0..<3).map {
            try ServiceNotification(name: "X_\($0)", value: String(repeating: "x", count: 2000))
        }
        let datagrams = PendingNotifications.datagrams(of: [.ready] + large + [.reloading])
        #expect(datagrams.count == 2)
        #expect(datagrams.allSatisfy { $0.utf8.count < 4096 })
        #expect(datagrams.first?.hasPrefix("READY=1\nX_0=") == true)
        #expect(datagrams.last?.contains("RELOADING=1\nMONOTONIC_USEC=") == true)
    }
}
