import InMemoryLogging
import LogSupport
import Logging
import Testing

@testable import Systemd

/// The queue and the thread of ``ServiceManager``, with a replacement of sd_notify(3).
@Suite("ServiceManager", .timeLimit(.minutes(2)))
struct ServiceManagerTests {
    private let sent = Recorder<String>()
    private let gate = Gate()
    private let log = InMemoryLogHandler()

    /// Creates a manager whose notifications block until the gate is open.
    private func manager(socket: String? = "/run/systemd/notify", result: Int32 = 1) -> ServiceManager {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        let variables = socket.map { ["NOTIFY_SOCKET": $0] } ?? [:]
        return ServiceManager(environment: ServiceEnvironment(variables: variables), logger: logger) { [gate, sent] in
            gate.wait()
            sent.append($0)
            return result
        }
    }

    @Test("sends nothing outside systemd and logs one message")
    func inactive() {
        let manager = manager(socket: nil)
        manager.notify(.ready)
        manager.notify(.stopping)
        #expect(!manager.isActive)
        #expect(manager.flush(within: .zero))
        #expect(sent.elements.isEmpty)
        #expect(log.entries.map(\.level) == [.debug])
        #expect(log.entries.first?.message.description.contains("NOTIFY_SOCKET") == true)
    }

    @Test("sends the notifications of one call in one datagram")
    func oneDatagram() {
        gate.open()
        let manager = manager()
        manager.notify(.ready, .status("3 plugins run"))
        manager.notify(.stopping)
        #expect(manager.flush(within: .seconds(300)))
        #expect(sent.elements == ["READY=1\nSTATUS=3 plugins run", "STOPPING=1"])
        #expect(log.entries.isEmpty)
    }

    @Test("does not block while systemd does not read, and keeps the order and the last status")
    func blockedReceiver() {
        let manager = manager()
        for number in 0..<2000 { manager.notify(.status("before \(number)")) }
        manager.notify(.ready)
        for number in 0..<2000 { manager.notify(.status("after \(number)")) }
        manager.notify(.stopping)
        #expect(!manager.flush(within: .milliseconds(10)))
        gate.open()
        #expect(manager.flush(within: .seconds(300)))
        #expect(sent.elements.suffix(3) == ["READY=1", "STATUS=after 1999", "STOPPING=1"])
        // The thread may have taken one of the first statuses before the last one replaced the others.
        #expect(sent.elements.count <= 4)
        #expect(log.entries.isEmpty)
    }

    @Test("limits the waiting notifications and logs one warning")
    func overflow() {
        let manager = manager()
        for number in 0..<5000 { manager.notify(.mainProcess(Int32(number))) }
        #expect(log.entries.map(\.level) == [.warning])
        gate.open()
        #expect(manager.flush(within: .seconds(300)))
        // The thread may have removed one notification from the queue.
        #expect((NotificationQueue.limit...NotificationQueue.limit + 1).contains(sent.elements.count))
    }

    @Test("logs the first of consecutive failures")
    func failure() {
        gate.open()
        let manager = manager(result: -2)
        manager.notify(.ready)
        manager.notify(.stopping)
        #expect(manager.flush(within: .seconds(300)))
        #expect(sent.elements == ["READY=1", "STOPPING=1"])
        #expect(log.entries.map(\.level) == [.warning])
        #expect(log.entries.first?.error.map { "\($0)" } == "No such file or directory (errno 2)")
    }

    @Test("sends waiting notifications after the manager is released")
    func release() {
        var manager: ServiceManager? = manager()
        manager?.notify(.ready)
        manager?.notify(.stopping)
        manager = nil
        gate.open()
        #expect(sent.wait(count: 2) == ["READY=1", "STOPPING=1"])
    }

    @Test("loses no notification of concurrent callers")
    func concurrency() async {
        gate.open()
        let manager = manager()
        await withTaskGroup { group in
            for number in 0..<60 { group.addTask { manager.notify(.mainProcess(Int32(number))) } }
        }
        #expect(manager.flush(within: .seconds(300)))
        #expect(Set(sent.elements) == Set((0..<60).map { "MAINPID=\($0)" }))
    }
}
