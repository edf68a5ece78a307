import Testing

@testable import trellisctl

@Suite("The time of waiting for the daemon")
struct ReplyClockTests {
    @Test("does not run while a reply is processed, and not after the last reply")
    func pausing() async {
        let clock = ReplyClock()
        #expect(clock.silence == .zero)
        await clock.counting {
            #expect(clock.silence > .zero)
            await clock.pausing { #expect(clock.silence == .zero) }
            #expect(clock.silence > .zero)
        }
        #expect(clock.silence == .zero)
    }
}
