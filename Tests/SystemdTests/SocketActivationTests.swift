import Glibc
import InMemoryLogging
import Logging
import Testing

@testable import Systemd

/// The test plays systemd: it starts this test program again, with sockets at 3 and up and LISTEN_… in the environment,
/// and lets it run one of the tests of ``ActivatedProcessTests``.
@Suite struct SocketActivationTests {
    private let directory = TemporaryDirectory()

    private func listener(_ name: String) -> Int32 { listeningSocket(at: "\(directory.path)/\(name)") }

    @Test func knownNamesAreTakenAndOthersClosed() async {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
        let process = await runActivated(
            "takesTheKnownAndClosesTheOthers", [listener("a"), pair[0], pair[1]], names: "varlink:other:peer")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test func severalSocketsOfOneNameComeInOrder() async {
        let process = await runActivated("takesBothInOrder", [listener("a"), listener("b")], names: "varlink:varlink")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test func socketsForAnotherProcessAreNotTouched() async {
        let process = await runActivated("takesNothing", [listener("a")], names: "varlink", process: "1")
        #expect(process.status == 0, "\(process.output)")
    }

    @Test func malformedVariablesAreAnError() async {
        let process = await runActivated("refuses", [listener("a")], names: "varlink", count: "many")
        #expect(process.status == 0, "\(process.output)")
    }
}

/// Runs in a process of its own, which ``SocketActivationTests`` starts: there alone the descriptors from 3 on are as
/// systemd passes them.
@Suite(.enabled(if: getenv(activatedTestVariable) != nil, "runs in the process that SocketActivationTests starts"))
struct ActivatedProcessTests {
    private let log = InMemoryLogHandler()

    private func take(_ names: Set<String>) throws -> [ActivatedSocket] {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .debug
        return try SocketActivation.takeSockets(named: names, logger: logger)
    }

    @Test func takesTheKnownAndClosesTheOthers() throws {
        let sockets = try take(["varlink", "peer"])
        #expect(sockets.map(\.name) == ["varlink", "peer"])
        #expect(sockets.map(\.kind) == [.listening, .connection])
        #expect(sockets.first?.path?.hasSuffix("/a") == true)
        let descriptors = sockets.map { $0.release() }
        #expect(descriptors == [3, 5])
        #expect(fcntl(3, F_GETFD) == FD_CLOEXEC)
        // Descriptor 4 was the other end of 5.
        var byte: UInt8 = 0
        #expect(read(5, &byte, 1) == 0)
        #expect(log.entries.filter { $0.level == .warning }.map { $0.metadata["socket"] } == ["other"])
        #expect(getenv("LISTEN_FDS") == nil && getenv("LISTEN_PID") == nil && getenv("LISTEN_FDNAMES") == nil)
        // Without the environment, a second call can't take the same descriptors again.
        #expect(try take(["varlink"]).isEmpty)
    }

    @Test func takesBothInOrder() throws {
        let sockets = try take(["varlink"])
        #expect(sockets.compactMap { $0.path?.split(separator: "/").last } == ["a", "b"])
    }

    @Test func takesNothing() throws {
        #expect(try take(["varlink"]).isEmpty)
        #expect(fcntl(3, F_GETFD) >= 0)
        #expect(log.entries.map(\.level) == [.debug])
    }

    @Test func refuses() {
        let error = #expect(throws: SocketActivationError.self) { try take(["varlink"]) }
        #expect(error == .unusable(SystemCallError(errno: EINVAL)))
        #expect(error?.description.contains("LISTEN_FDS") == true)
    }
}
