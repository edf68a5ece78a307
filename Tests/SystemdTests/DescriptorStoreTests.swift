import Glibc
import InMemoryLogging
import Logging
import Testing

@testable import Systemd

/// Each test runs in its own process, because sd_notify(3) reads the environment of the process.
@Suite("The file descriptor store", .timeLimit(.minutes(2)))
struct DescriptorStoreTests {
    @Test("receives descriptors in messages that the kernel accepts, and forgets them by name")
    func messages() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let receiver = DatagramReceiver(address: "\(directory.path)/notify")
            setenv("NOTIFY_SOCKET", "\(directory.path)/notify", 1)
            let log = InMemoryLogHandler()
            let manager = ServiceManager(logger: Logger(label: "test") { _ in log })
            // The kernel accepts 253 descriptors in a message.
            #expect(manager.store(Array(repeating: receiver.descriptor, count: 300), named: "client"))
            for _ in 0..<2 { #expect(receiver.receiveNow() == "FDSTORE=1\nFDNAME=client\nFDPOLL=0") }
            #expect(manager.store([], named: "client"))
            manager.removeStored(named: "table")
            manager.removeStored(named: "client")
            #expect(receiver.receive() == "FDSTOREREMOVE=1\nFDNAME=table")
            #expect(receiver.receive() == "FDSTOREREMOVE=1\nFDNAME=client")
            #expect(receiver.receiveNow() == nil)
            #expect(log.entries.isEmpty)
            // Nobody reads the message.
            #expect(!manager.waitUntilProcessed(within: .milliseconds(10)))
            #expect(!manager.store([-1], named: "client"))
            #expect(log.entries.map(\.level) == [.warning, .warning])
        }
    }

    @Test("keeps a file in memory, which is read from its beginning")
    func file() throws {
        let contents = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let descriptor = try MemoryFile.make(named: "test", contents: contents)
        defer { close(descriptor) }
        for _ in 0..<2 { #expect(try MemoryFile.contents(of: descriptor) == contents) }
        #expect(throws: SystemCallError(errno: EBADF)) { try MemoryFile.contents(of: -1) }
    }

    @Test("does not exist outside systemd, and has the size of FDSTORE")
    func environment() {
        let log = InMemoryLogHandler()
        let manager = ServiceManager(
            environment: ServiceEnvironment(), logger: Logger(label: "test") { _ in log })
        #expect(!manager.store([0], named: "client"))
        #expect(!manager.waitUntilProcessed(within: .seconds(300)))
        #expect(ServiceEnvironment().descriptorStoreSize == nil)
        #expect(ServiceEnvironment(variables: ["FDSTORE": "16"]).descriptorStoreSize == 16)
        for text in ["many", "-1", "\(Int.min)"] {
            #expect(ServiceEnvironment(variables: ["FDSTORE": text]).descriptorStoreSize == nil)
        }
    }
}
