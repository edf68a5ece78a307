import Synchronization
import Testing

@testable import TrellisHost

@Suite("A plugin that keeps its threads busy", .timeLimit(.minutes(5))) struct BusyPluginTests {
    private final class Signal: Sendable {
        let isSet = Atomic(false)
    }

    @Test("keeps nobody else waiting")
    func others() async {
        // In a process of its own, since it takes the processors from all other tests.
        await #expect(processExitsWith: .success) {
            let end = Signal()
            await withTaskGroup(of: Void.self) { group in
                let busy = PluginExecutor(plugin: "busy")
                for _ in 0..<16 {
                    group.addTask(executorPreference: busy) { while !end.isSet.load(ordering: .relaxed) {} }
                }
                for _ in 0..<20 {
                    // Swift's own threads, and those of another plugin.
                    await Task.detached {}.value
                    await Task.detached(executorPreference: PluginExecutor(plugin: "other")) {}.value
                }
                end.isSet.store(true, ordering: .relaxed)
            }
        }
    }
}
