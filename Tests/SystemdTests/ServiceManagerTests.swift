import Glibc
import InMemoryLogging
import Logging
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(10))) struct ServiceManagerTests {
    private let directory = TemporaryDirectory()
    private let log = InMemoryLogHandler()

    private var logger: Logger {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .trace
        return logger
    }

    private var address: String { "\(directory.path)/notify" }

    private func manager(_ address: String) -> ServiceManager {
        ServiceManager(environment: ServiceEnvironment(variables: ["NOTIFY_SOCKET": address]), logger: logger)
    }

    @Test func notificationsOfOneCallComeInOneDatagram() {
        let receiver = DatagramReceiver(address: address)
        let manager = manager(address)
        #expect(manager.isActive)
        manager.notify(.ready, .status("Serving 3 plugins"))
        #expect(receiver.receive() == "READY=1\nSTATUS=Serving 3 plugins")
        #expect(receiver.receiveNow() == nil)
        #expect(log.entries.isEmpty)
    }

    @Test func abstractSocketIsReached() {
        let name = "@trellis-notify-\(getpid())"
        let receiver = DatagramReceiver(address: name)
        manager(name).notify(.stopping)
        #expect(receiver.receive() == "STOPPING=1")
    }

    @Test func outsideSystemdNothingHappensAndTheLogSaysSoOnce() {
        let manager = ServiceManager(environment: ServiceEnvironment(), logger: logger)
        manager.notify(.ready)
        manager.notify(.stopping)
        #expect(!manager.isActive)
        #expect(manager.flush(within: .zero))
        #expect(log.entries.map(\.level) == [.debug])
        #expect(log.entries.first?.message.description.contains("NOTIFY_SOCKET") == true)
    }

    @Test(arguments: ["relative/path", "vsock:2:1234", "/", "/" + String(repeating: "x", count: 107)])
    func anAddressThatCannotBeReachedIsSaidOnce(address: String) {
        let manager = manager(address)
        manager.notify(.ready)
        #expect(!manager.isActive)
        #expect(log.entries.map(\.level) == [.warning])
    }

    @Test func aFullSocketDoesNotBlockAndOrderIsKept() {
        let receiver = DatagramReceiver(address: address)
        let manager = manager(address)
        // Nobody reads: the queue takes some datagrams (net.unix.max_dgram_qlen), the others must wait their turn.
        for number in 0..<2000 { manager.notify(.status("before \(number)")) }
        manager.notify(.ready)
        for number in 0..<2000 { manager.notify(.status("after \(number)")) }
        manager.notify(.stopping)
        #expect(!manager.flush(within: .milliseconds(10)))

        var received: [String] = []
        repeat {
            guard let datagram = receiver.receive() else { break }
            received.append(datagram)
        } while received.last != "STOPPING=1"

        #expect(received.first == "STATUS=before 0")
        #expect(received.suffix(3) == ["READY=1", "STATUS=after 1999", "STOPPING=1"])
        let numbers = received.compactMap { line in
            line.hasPrefix("STATUS=before ") ? Int(line.dropFirst("STATUS=before ".count)) : nil
        }
        #expect(numbers == numbers.sorted())
        #expect(manager.flush(within: .zero))
        #expect(log.entries.isEmpty)
    }

    @Test func flushSendsWhatWaits() {
        let receiver = DatagramReceiver(address: address)
        let manager = manager(address)
        for number in 0..<1000 { manager.notify(.status("\(number)")) }
        manager.notify(.stopping)
        let isDone = Recorder<Bool>()
        #expect(startThread(named: "test") { isDone.append(manager.flush(within: .seconds(300))) })
        while receiver.receive() != "STOPPING=1" {}
        #expect(isDone.wait(count: 1) == [true])
    }

    @Test func aStuckReceiverCostsBoundedMemoryAndOneWarning() {
        let receiver = DatagramReceiver(address: address)
        let manager = manager(address)
        for _ in 0..<5000 { manager.notify(.ready) }
        #expect(log.entries.map(\.level) == [.warning])
        var count = 0
        repeat {
            while receiver.receiveNow() != nil { count += 1 }
        } while !manager.flush(within: .milliseconds(10))
        // What was sent after the receiver was found empty, and before nothing waited.
        while receiver.receiveNow() != nil { count += 1 }
        #expect(count > PendingNotifications.limit)
        #expect(count < 5000)
    }

    @Test func aReceiverThatIsNotThereIsSaidOnceAndFoundWhenItComes() {
        let manager = manager(address)
        manager.notify(.status("lost"))
        manager.notify(.status("lost, too"))
        #expect(log.entries.map(\.level) == [.warning])
        let receiver = DatagramReceiver(address: address)
        manager.notify(.ready)
        #expect(receiver.receive() == "READY=1")
        #expect(receiver.receiveNow() == nil)
    }

    @Test func aReceiverThatIsMadeAnewIsReached() {
        var receiver: DatagramReceiver? = DatagramReceiver(address: address)
        let manager = manager(address)
        manager.notify(.ready)
        #expect(receiver?.receive() == "READY=1")
        receiver = nil
        unlink(address)
        receiver = DatagramReceiver(address: address)
        // A program that another test starts has the old one, too, until it runs; what is sent meanwhile goes there.
        var received: String?
        for _ in 0..<300_000 where received == nil {
            manager.notify(.status("anew"))
            received = receiver?.receiveNow()
            if received == nil { usleep(1_000) }
        }
        #expect(received == "STATUS=anew")
        #expect(log.entries.isEmpty)
    }

    @Test func aReceiverThatGoesAwayWhileItIsFullEndsTheWait() {
        var receiver: DatagramReceiver? = DatagramReceiver(address: address)
        let manager = manager(address)
        for number in 0..<2000 { manager.notify(.status("\(number)")) }
        #expect(!manager.flush(within: .zero))
        #expect(receiver != nil)
        receiver = nil
        unlink(address)
        // Flush waits at most this long, and returns as soon as the socket is gone.
        #expect(manager.flush(within: .seconds(300)))
        receiver = DatagramReceiver(address: address)
        manager.notify(.stopping)
        #expect(receiver?.receive() == "STOPPING=1")
    }

    @Test func concurrentCallersLoseNothing() async {
        let receiver = DatagramReceiver(address: address)
        let manager = manager(address)
        let received = Recorder<String>()
        #expect(startThread(named: "test") { for _ in 0..<60 { received.append(receiver.receive() ?? "nothing") } })
        await withTaskGroup { group in
            for number in 0..<60 { group.addTask { manager.notify(.mainProcess(Int32(number))) } }
        }
        #expect(Set(received.wait(count: 60)) == Set((0..<60).map { "MAINPID=\($0)" }))
    }
}
