import HostInterface
import Testing

@testable import trellisctl

@Suite("The plugins for which a command waits", .timeLimit(.minutes(2)))
struct WaitTextTests {
    private func text(_ plugins: [(String, HostContract.PluginState)]) -> String {
        Session.wait(
            for: plugins.map {
                .init(name: $0.0, version: "1", summary: "", state: $0.1, since: "", interfaces: [])
            },
            since: .milliseconds(12_900))
    }

    @Test("are named with their states, at most three")
    func plugins() {
        #expect(text([("a", .running), ("b", .reloading)]) == "Waiting for b (reloading), 12 s")
        #expect(
            text([("a", .starting), ("b", .stopping), ("c", .reloading)])
                == "Waiting for a (starting), b (stopping), c (reloading), 12 s")
        let many = ["a", "b", "c", "d"].map { ($0, HostContract.PluginState.stopping) }
        #expect(text(many) == "Waiting for a (stopping), b (stopping), 2 more, 12 s")
        #expect(text([("a", .running)]) == "Waiting for the daemon, 12 s")
    }
}
