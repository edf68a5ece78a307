import Synchronization
import Testing

@testable import TrellisHost

@Suite("A plugin that occupies all its threads", .timeLimit(.minutes(2))) struct BusyPluginTests {
    private final class Signal: Sendable {
        let isSet = Atomic(false)
    }

    @Test("does not delay other plugins")
    func others() async {
        // The test runs in a separate process, because it occupies all processors.
        await #expect(processExitsWith: .success) {
            let end = Signal()
            await withTaskGroup(of: Void.self) { group in
                let busy = PluginExecutor(plugin: "busy")
                for _ in 0..<16 {
                    group.addTask(executorPreference: busy) { while !end.isSet.load(ordering: .relaxed) {} }
                }
                for _ in 0..<20 {
                    // The threads of Swift's pool and the threads of another plugin are not blocked.
                    await Task.detached {}.value
                    await Task.detached(executorPreference: PluginExecutor(plugin: "other")) {}.value
                }
                end.isSet.store(true, ordering: .relaxed)
            }
        }
    }
}
