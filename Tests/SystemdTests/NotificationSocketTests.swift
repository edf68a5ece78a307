import Glibc
import InMemoryLogging
import LogSupport
import Logging
import Testing

@testable import Systemd

/// ``ServiceManager`` with sd_notify(3) and a real socket.
///
/// Each test runs in its own process, because sd_notify(3) reads the environment of the process.
@Suite("Notifications to NOTIFY_SOCKET", .timeLimit(.minutes(2)))
struct NotificationSocketTests {
    /// Creates a manager for a socket, and sets `NOTIFY_SOCKET` of the process.
    private static func manager(_ address: String, log: InMemoryLogHandler) -> ServiceManager {
        setenv("NOTIFY_SOCKET", address, 1)
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        return ServiceManager(logger: logger)
    }

    @Test("sends notifications to a path and to an abstract address")
    func addresses() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            for address in ["\(directory.path)/notify", "@trellis-notify-\(getpid())"] {
                let log = InMemoryLogHandler()
                let receiver = DatagramReceiver(address: address)
                let manager = Self.manager(address, log: log)
                #expect(manager.isActive)
                manager.notify(.ready, .status("3 plugins run"))
                #expect(receiver.receive() == "READY=1\nSTATUS=3 plugins run")
                #expect(manager.flush(within: .seconds(300)))
                #expect(receiver.receiveNow() == nil)
                #expect(log.entries.isEmpty)
            }
        }
    }

    @Test("logs an unreachable address once")
    func unreachable() async {
        await #expect(processExitsWith: .success) {
            for address in ["relative/path", "/", "/" + String(repeating: "x", count: 107)] {
                let log = InMemoryLogHandler()
                let manager = Self.manager(address, log: log)
                manager.notify(.ready)
                manager.notify(.stopping)
                #expect(manager.flush(within: .seconds(300)))
                #expect(log.entries.map(\.level) == [.warning], "\(address)")
            }
        }
    }

    @Test("does not block the caller while the queue of the socket is full")
    func fullSocket() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let log = InMemoryLogHandler()
            let receiver = DatagramReceiver(address: "\(directory.path)/notify")
            let manager = Self.manager("\(directory.path)/notify", log: log)
            // The socket takes some datagrams (net.unix.max_dgram_qlen); sd_notify(3) blocks on the next one.
            for number in 0..<50 { manager.notify(.mainProcess(Int32(number))) }
            manager.notify(.ready)
            for number in 0..<2000 { manager.notify(.status("\(number)")) }
            manager.notify(.stopping)
            #expect(!manager.flush(within: .milliseconds(10)))
            var received: [String] = []
            repeat {
                guard let datagram = receiver.receive() else { break }
                received.append(datagram)
            } while received.last != "STOPPING=1"
            #expect(received == (0..<50).map { "MAINPID=\($0)" } + ["READY=1", "STATUS=1999", "STOPPING=1"])
            #expect(manager.flush(within: .seconds(300)))
            #expect(log.entries.isEmpty)
        }
    }

    @Test("sends notifications to a receiver that starts later or is restarted")
    func restartedReceiver() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let address = "\(directory.path)/notify"
            let log = InMemoryLogHandler()
            let manager = Self.manager(address, log: log)
            manager.notify(.mainProcess(1))
            manager.notify(.mainProcess(2))
            #expect(manager.flush(within: .seconds(300)))
            #expect(log.entries.map(\.level) == [.warning])

            var receiver: DatagramReceiver? = DatagramReceiver(address: address)
            manager.notify(.ready)
            #expect(receiver?.receive() == "READY=1")
            receiver = nil
            unlink(address)
            receiver = DatagramReceiver(address: address)
            manager.notify(.stopping)
            #expect(receiver?.receive() == "STOPPING=1")
            #expect(manager.flush(within: .seconds(300)))
            #expect(log.entries.count == 1)
        }
    }

    @Test("drops notifications if the receiver exits while its queue is full")
    func receiverExit() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let address = "\(directory.path)/notify"
            let log = InMemoryLogHandler()
            var receiver: DatagramReceiver? = DatagramReceiver(address: address)
            let manager = Self.manager(address, log: log)
            for number in 0..<50 { manager.notify(.mainProcess(Int32(number))) }
            #expect(!manager.flush(within: .milliseconds(10)))
            #expect(receiver != nil)
            receiver = nil
            unlink(address)
            #expect(manager.flush(within: .seconds(300)))
            receiver = DatagramReceiver(address: address)
            manager.notify(.stopping)
            #expect(receiver?.receive() == "STOPPING=1")
        }
    }
}
