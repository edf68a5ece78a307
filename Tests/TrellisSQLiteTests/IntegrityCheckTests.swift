import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisSQLite

@Suite("Integrity check", .timeLimit(.minutes(2)))
struct IntegrityCheckTests {
    @Test("the check runs immediately, and then daily, even after a failure")
    func daily() async throws {
        let clock = ManualClock()
        let count = Mutex(0)
        let plugin = PluginEnvironment(
            name: "notes", directories: PluginDirectories(state: "/", cache: "/", runtime: "/"), clock: clock.clock,
            logger: Logger(label: "notes") { _ in SwiftLogNoOpLogHandler() }, credential: { _ in nil }, status: { _ in }
        )
        let check = IntegrityCheck(plugin: plugin) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { throw StorageError.damaged(file: "notes.sqlite", detail: "page 3") }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await check.run() }
            for expected in 1...3 {
                try await clock.passNext(.seconds(86_400))
                #expect(count.withLock(\.self) >= expected)
            }
            try await clock.sleeper()
            #expect(count.withLock(\.self) == 4)
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
