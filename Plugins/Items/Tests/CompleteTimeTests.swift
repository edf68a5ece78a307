import Foundation
import Testing
import Trellis

@testable import ItemsEtcd

@Suite("The time as of which a copy is complete", .timeLimit(.minutes(2)))
struct CompleteTimeTests {
    private let clock = AdjustableClock()

    @Test("stays the same while time passes")
    func passing() {
        let complete = CompleteTime(by: clock.clock)
        clock.advance(by: 100)
        #expect(complete.date(by: clock.clock) == complete.time)
    }

    @Test("follows a clock that was ahead and is set back")
    func ahead() {
        let start = clock.clock.now()
        clock.set(by: 3_600)
        let complete = CompleteTime(by: clock.clock)
        clock.advance(by: 100)
        clock.set(by: -3_600)
        #expect(complete.date(by: clock.clock) == start)
    }

    @Test("is too early, and never too late, after a clock that was behind")
    func behind() {
        let complete = CompleteTime(by: clock.clock)
        clock.set(by: 3_600)
        clock.advance(by: 100)
        #expect(complete.date(by: clock.clock) == complete.time)
    }

    @Test("is that of the file after a boot, unless the file's time is later than the boot")
    func boot() {
        let complete = CompleteTime(by: clock.clock)
        clock.reboot(after: 60)
        clock.advance(by: 10)
        #expect(complete.date(by: clock.clock) == complete.time)
        clock.set(by: -3_600)
        #expect(complete.date(by: clock.clock) == Date(timeIntervalSince1970: 0))
    }

    @Test("is stored with any uptime that a file can contain", arguments: [0, 1_500, Int.max])
    func uptime(milliseconds: Int) {
        let complete = CompleteTime(time: Date(timeIntervalSince1970: 0), uptime: .milliseconds(milliseconds))
        #expect(complete.uptimeMilliseconds == milliseconds)
    }
}
