import Synchronization
import Testing

@testable import TrellisHost

@Suite("A plugin that keeps its threads busy") struct BusyPluginTests {
    private final class Signal: Sendable {
        let isSet = Atomic(false)
    }

    @Test("keeps nobody else waiting", .timeLimit(.minutes(2)))
    func others() async {
        let end = Signal()
        await withTaskGroup(of: Void.self) { group in
            let busy = PluginExecutor(plugin: "busy")
            for _ in 0..<16 {
                group.addTask(executorPreference: busy) { while !end.isSet.load(ordering: .relaxed) {} }
            }
            for _ in 0..<100 {
                // Swift's own threads, and those of another plugin.
                await Task.detached {}.value
                await Task.detached(executorPreference: PluginExecutor(plugin: "other")) {}.value
            }
            end.isSet.store(true, ordering: .relaxed)
        }
    }
}
