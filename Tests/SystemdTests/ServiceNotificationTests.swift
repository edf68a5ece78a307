import Glibc
import Testing

@testable import Systemd

@Suite("ServiceNotification", .timeLimit(.minutes(2)))
struct ServiceNotificationTests {
    @Test(
        "notifications have the assignments of sd_notify(3)",
        arguments: [
            (ServiceNotification.ready, "READY=1"),
            (.stopping, "STOPPING=1"),
            (.status("Serving"), "STATUS=Serving"),
            (.watchdog, "WATCHDOG=1"),
            (.watchdogTrigger, "WATCHDOG=trigger"),
            (.errno(ENOSPC), "ERRNO=28"),
            (.exitStatus(.configuration), "EXIT_STATUS=78"),
            (.extendTimeout(.milliseconds(1500)), "EXTEND_TIMEOUT_USEC=1500000"),
            (.extendTimeout(.nanoseconds(1)), "EXTEND_TIMEOUT_USEC=1"),
            (.extendTimeout(.seconds(-1)), "EXTEND_TIMEOUT_USEC=1"),
            (.extendTimeout(.seconds(Int64.max)), "EXTEND_TIMEOUT_USEC=\(Int64.max)"),
            (.mainProcess(4711), "MAINPID=4711"),
        ])
    func assignments(notification: ServiceNotification, line: String) {
        #expect(notification.lines == [line])
    }

    @Test("the notification of a reload contains the monotonic time")
    func reloading() throws {
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        let lines = ServiceNotification.reloading.lines
        var after = timespec()
        clock_gettime(CLOCK_MONOTONIC, &after)
        #expect(lines.count == 2)
        #expect(lines.first == "RELOADING=1")
        let last = try #require(lines.last)
        #expect(last.hasPrefix("MONOTONIC_USEC="))
        let time = try #require(Int(last.dropFirst("MONOTONIC_USEC=".count)))
        #expect((microseconds(before)...microseconds(after)).contains(time))
    }

    private func microseconds(_ time: timespec) -> Int { time.tv_sec * 1_000_000 + time.tv_nsec / 1000 }

    @Test("replaces control characters of a status")
    func statusControlCharacters() {
        #expect(ServiceNotification.status("one\nREADY=1\u{1B}[31m\r\n").lines == ["STATUS=one READY=1 [31m  "])
    }

    @Test("truncates a long status between characters")
    func longStatus() throws {
        let line = try #require(ServiceNotification.status(String(repeating: "ä", count: 2000)).lines.first)
        let text = line.dropFirst("STATUS=".count)
        #expect(text.hasSuffix("ä…"))
        #expect(text.utf8.count <= ServiceNotification.maximumStatusSize)
        #expect(text.utf8.count > ServiceNotification.maximumStatusSize - 6)
        let longest = String(repeating: "x", count: ServiceNotification.maximumStatusSize)
        #expect(ServiceNotification.status(longest).lines == ["STATUS=\(longest)"])
    }

    @Test("accepts assignments without a predefined member")
    func otherAssignments() throws {
        #expect(try ServiceNotification(name: "X_TRELLIS_PLUGINS", value: "3").lines == ["X_TRELLIS_PLUGINS=3"])
        #expect(try ServiceNotification(name: "NOTIFYACCESS", value: "").lines == ["NOTIFYACCESS="])
    }

    @Test(
        "rejects invalid names",
        arguments: ["", "lower", "WITH=EQUALS", "WITH\nNEWLINE", "1ST", String(repeating: "X", count: 65)])
    func invalidNames(name: String) {
        #expect(throws: ServiceNotificationError.invalidName(name)) { try ServiceNotification(name: name, value: "1") }
    }

    @Test("rejects invalid values")
    func invalidValues() {
        #expect(throws: ServiceNotificationError.controlCharacter(name: "X_A", value: "1\nREADY=1")) {
            try ServiceNotification(name: "X_A", value: "1\nREADY=1")
        }
        #expect(throws: ServiceNotificationError.valueTooLarge(name: "X_A", size: 2049)) {
            try ServiceNotification(name: "X_A", value: String(repeating: "x", count: 2049))
        }
    }
}
