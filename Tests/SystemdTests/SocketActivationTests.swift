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

    private func take(_ names: Set<String>) throws -> [ActivatedSocket] {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .debug
        return try SocketActivation.takeSockets(named: names, logger: logger)
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
