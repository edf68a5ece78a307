import Glibc
import Testing

@testable import TrellisHost

@Suite("A plugin's executor")
struct PluginExecutorTests {
    @Test("runs a task that it begins on the thread that made it")
    func begins() async {
        let executor = PluginExecutor(plugin: "worker")
        let (maker, runner) = await withCheckedContinuation { continuation in
            executor.begin {
                let maker = pthread_self()
                _ = Task(executorPreference: executor) {
                    continuation.resume(returning: (maker, pthread_self()))
                }
            }
        }
        #expect(maker == runner)
    }

    @Test("runs every task that is made while it begins one, each on its own executor")
    func beginsSeveral() async {
        let executors = [PluginExecutor(plugin: "one"), PluginExecutor(plugin: "other")]
        let (results, continuation) = AsyncStream.makeStream(of: Int.self)
        executors[0].begin {
            for number in 0..<4 {
                _ = Task(executorPreference: executors[number % 2]) {
                    continuation.yield(number)
                }
            }
        }
        var seen: Set<Int> = []
        for await number in results where seen.insert(number).inserted && seen.count == 4 { break }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test("runs what its tasks wait for, however many wait")
    func runsMany() async {
        let executor = PluginExecutor(plugin: "worker")
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        executor.begin {
                            _ = Task(executorPreference: executor) {
                                await Task.yield()
                                continuation.resume(returning: 1)
                            }
                        }
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sum == 1000)
    }
}
