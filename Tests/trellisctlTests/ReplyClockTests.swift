import Testing

@testable import trellisctl

@Suite("The time of waiting for the daemon", .timeLimit(.minutes(2)))
struct ReplyClockTests {
    @Test("is not measured while a reply is processed, or after the last reply")
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
