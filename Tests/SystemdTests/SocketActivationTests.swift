import Glibc
import InMemoryLogging
import Logging
import Testing

@testable import Systemd

/// Takes the role of systemd: each test starts this test program again, with sockets from descriptor 3 on and the
/// variables LISTEN_…, to run a test of ``ActivatedProcessTests``.
@Suite("Socket activation", .timeLimit(.minutes(2)))
struct SocketActivationTests {
    private let directory = TemporaryDirectory()

    private func listener(_ name: String) -> Int32 { listeningSocket(at: "\(directory.path)/\(name)") }

    @Test("takes sockets with expected names and closes others")
    func names() async {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
        let process = await runActivated(
            "takesExpectedNames", [listener("a"), pair[0], pair[1]], names: "varlink:other:peer")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("keeps the order of sockets with the same name")
    func order() async {
        let process = await runActivated("takesBothInOrder", [listener("a"), listener("b")], names: "varlink:varlink")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("takes a single Unix stream socket with any name or none", arguments: [nil, "trellisd.socket"])
    func singleSocket(name: String?) async {
        let process = await runActivated("takesTheSingleSocket", [listener("a")], names: name)
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("takes a single socket with another name beside descriptors from the store")
    func singleSocketBesideStored() async {
        let process = await runActivated(
            "takesTheSingleSocketAndStoredOnes", [listener("a"), listener("b")], names: "client:trellisd.socket")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("rejects several sockets without an expected name, because it would serve none of them")
    func unexpectedSockets() async {
        let process = await runActivated("rejectsUnexpected", [listener("a"), listener("b")], names: nil)
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("rejects a single descriptor without an expected name that is not a usable Unix stream socket")
    func unusableSocket() async {
        let bound = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let datagram = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        for descriptor in [bound, datagram] {
            let process = await runActivated("rejectsUnusable", [descriptor], names: "web")
            #expect(process.status == 0, "\(process.output)")
        }
    }

    @Test("rejects a descriptor that was not passed, and leaves it open if the process has opened it")
    func ownDescriptor() async {
        let process = await runActivated("rejectsItsOwnDescriptor", [], names: "varlink", count: "1")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("ignores sockets of another process")
    func otherProcess() async {
        let process = await runActivated("takesNothing", [listener("a")], names: "varlink", process: "1")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test("rejects malformed variables")
    func malformedVariables() async {
        let process = await runActivated("rejects", [listener("a")], names: "varlink", count: "many")
        #expect(process.status == 0, "\(process.output)")
    }
}

/// Runs in a process that ``SocketActivationTests`` starts with the descriptors from 3 on that systemd would pass.
@Suite(
    "A process with activated sockets",
    .enabled(if: getenv(activatedTestVariable) != nil, "runs in the process that SocketActivationTests starts"),
    .timeLimit(.minutes(2)))
struct ActivatedProcessTests {
    private let log = InMemoryLogHandler()

    private func take(_ names: Set<String>, stored: Set<String> = []) throws -> [ActivatedSocket] {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .debug
        return try SocketActivation.takeSockets(named: names, stored: stored, logger: logger)
    }

    @Test("takes sockets with expected names and closes others")
    func takesExpectedNames() throws {
        let sockets = try take(["varlink", "peer"])
        #expect(sockets.map(\.name) == ["varlink", "peer"])
        #expect(sockets.map(\.kind) == [.listening, .connection])
        #expect(sockets.first?.path?.hasSuffix("/a") == true)
        let descriptors = sockets.map { $0.release() }
        #expect(descriptors == [3, 5])
        #expect(fcntl(3, F_GETFD) == FD_CLOEXEC)
        // The other end of descriptor 5 was descriptor 4, which has been closed.
        var byte: UInt8 = 0
        #expect(read(5, &byte, 1) == 0)
        #expect(log.entries.filter { $0.level == .warning }.map { $0.metadata["socket"] } == ["other"])
        #expect(getenv("LISTEN_FDS") == nil && getenv("LISTEN_PID") == nil && getenv("LISTEN_FDNAMES") == nil)
        // A second call can't take the same descriptors again.
        #expect(try take(["varlink"]).isEmpty)
    }

    @Test("keeps the order of sockets with the same name")
    func takesBothInOrder() throws {
        let sockets = try take(["varlink"])
        #expect(sockets.compactMap { $0.path?.split(separator: "/").last } == ["a", "b"])
    }

    @Test("takes a single Unix stream socket with any name or none")
    func takesTheSingleSocket() throws {
        let sockets = try take(["varlink"])
        #expect(sockets.map(\.kind) == [.listening])
        #expect(sockets.first?.path?.hasSuffix("/a") == true)
        #expect(log.entries.map(\.level) == [.debug])
    }

    @Test("takes a single socket with another name beside descriptors from the store")
    func takesTheSingleSocketAndStoredOnes() throws {
        let sockets = try take(["varlink"], stored: ["client", "table"])
        #expect(sockets.map(\.name) == ["client", "trellisd.socket"])
    }

    @Test("rejects several sockets without an expected name, because it would serve none of them")
    func rejectsUnexpected() throws {
        let error = #expect(throws: SocketActivationError.self) { try take(["varlink"]) }
        let passed = ["'unknown' (a listening socket)", "'unknown' (a listening socket)"]
        #expect(error == .unexpected(expected: ["varlink"], passed: passed))
        #expect(error?.description.contains("FileDescriptorName=") == true)
        #expect(getenv("LISTEN_FDS") == nil)
    }

    @Test("rejects a single descriptor without an expected name that is not a usable Unix stream socket")
    func rejectsUnusable() throws {
        let error = #expect(throws: SocketActivationError.self) { try take(["varlink"]) }
        let passed = ["'web' (neither a listening nor a connected Unix stream socket)"]
        #expect(error == .unexpected(expected: ["varlink"], passed: passed))
    }

    @Test("rejects a descriptor that was not passed, and leaves it open if the process has opened it")
    func rejectsItsOwnDescriptor() throws {
        // The lowest free number is 3, unless the process has opened a file before.
        let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
        #expect(own >= 3)
        let error = #expect(throws: SocketActivationError.self) { try take(["varlink"]) }
        #expect(error == .unusable(SystemCallError(errno: EBADF)))
        #expect(fcntl(3, F_GETFD) >= 0)
    }

    @Test("ignores sockets of another process")
    func takesNothing() throws {
        #expect(try take(["varlink"]).isEmpty)
        #expect(fcntl(3, F_GETFD) >= 0)
        #expect(log.entries.map(\.level) == [.debug])
    }

    @Test("rejects malformed variables")
    func rejects() {
        let error = #expect(throws: SocketActivationError.self) { try take(["varlink"]) }
        #expect(error == .unusable(SystemCallError(errno: EINVAL)))
        #expect(error?.description.contains("LISTEN_FDS") == true)
    }
}
