import Testing

@testable import trellisctl

@Suite("The time for which the daemon is waited for")
struct ReplyClockTests {
    @Test("counts neither while a reply is processed, nor after the last one")
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
