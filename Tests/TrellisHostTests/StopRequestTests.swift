import Synchronization
import Systemd
import Testing

@testable import TrellisHost

@Suite("A stop request", .timeLimit(.minutes(2)))
struct StopRequestTests {
    @Test("is announced once, before its event is signaled, and keeps the first reason")
    func once() async {
        let events = Recorder()
        let request = Mutex<StopRequest?>(nil)
        let stop = StopRequest {
            events.note(request.withLock { $0?.event.isSignaled } == false ? "announced" : "announced too late")
        }
        request.withLock { $0 = stop }
        let waiting = Task {
            await stop.event.wait()
            events.note("stops")
        }
        stop.request(.signal(name: "SIGTERM"))
        stop.request(.failure(HostFailure(.software, "it broke")))
        await waiting.value
        #expect(events.events == ["announced", "stops"])
        guard case .signal("SIGTERM")? = stop.reason else {
            Issue.record("the second request counts")
            return
        }
    }
}
