import Foundation
import Subprocess
import SystemPackage
import Testing

/// Certifications between implementations of Varlink: this library, Go's (Debian's package varlink-go) and Python's.
///
/// The tests of an implementation that is not installed are skipped.
@Suite("Certification", .timeLimit(.minutes(2)))
struct CertificationTests {
    static let ours = Program(path: Tools.builtProgram("varlink-certification"))
    static let go = Program(path: Tools.inPath("varlink-go-certification"))
    static let python = Program(path: Tools.pythonWithVarlink, arguments: ["-m", "varlink.tests.test_certification"])

    @Test("the client of this library passes the certification of its service")
    func ourselves() async throws {
        let result = try await Self.certify(Self.ours, at: Self.ours)
        #expect(result.status == 0)
        #expect(result.text == "Certification passed.\n")
    }

    @Test(
        "the client of Go passes the certification of this library's service",
        .enabled(if: go.isThere, "varlink-go-certification (Debian: varlink-go) is not installed"))
    func goClient() async throws {
        let result = try await Self.certify(Self.go, at: Self.ours)
        // The client always exits with 0.
        #expect(result.text.contains("End: 'true'"), "\(result.text)")
    }

    @Test(
        "the client of this library passes the certification of Go's service",
        .enabled(if: go.isThere, "varlink-go-certification (Debian: varlink-go) is not installed"))
    func goService() async throws {
        let result = try await Self.certify(Self.ours, at: Self.go)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(
        "the client of Python passes the certification of this library's service",
        .enabled(if: python.isThere, "the Python package varlink is not installed"))
    func pythonClient() async throws {
        let result = try await Self.certify(Self.python, at: Self.ours)
        #expect(result.status == 0)
        #expect(result.text.contains("Certification passed"), "\(result.text)")
    }

    @Test(
        "the client of this library passes the certification of Python's service",
        .enabled(if: python.isThere, "the Python package varlink is not installed"))
    func pythonService() async throws {
        let result = try await Self.certify(Self.ours, at: Self.python)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test(
        "the service rejects an incorrect client",
        .enabled(if: python.isThere, "the Python package varlink is not installed"))
    func rejectsAnIncorrectClient() async throws {
        try await Self.withService(Self.ours) { address in
            let script = """
                import varlink, sys
                with varlink.Client(sys.argv[1]).open('org.varlink.certification') as service:
                    name = service.Start()['client_id']
                    service.Test01(name)
                    try:
                        service.Test02(name, False)
                    except varlink.VarlinkError as error:
                        print(error.error())
                    try:
                        service.End(name)
                    except varlink.VarlinkError as error:
                        print(error.error())
                """
            let program = Program(path: Self.python.path, arguments: ["-c", script, address])
            let result = try await program.run([])
            #expect(
                result.text == """
                    org.varlink.certification.CertificationError
                    org.varlink.certification.ClientIdError

                    """)
        }
    }

    private static func certify(_ client: Program, at service: Program) async throws -> (status: Int, text: String) {
        try await withService(service) { try await client.run(["--client", "--varlink=\($0)"]) }
    }

    /// Runs a service, and passes its address to a closure.
    private static func withService<Result: Sendable>(
        _ service: Program, _ body: @Sendable @escaping (String) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cert-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/s"
        let outcome = try await Subprocess.run(
            .path(FilePath(service.path ?? "")), arguments: Arguments(service.arguments + ["--varlink=unix:\(path)"]),
            input: .none, output: .discarded, error: .discarded
        ) { execution in
            // The process is not reaped before this closure returns, so that its identifier can't be reused.
            defer { kill(execution.processIdentifier.value, SIGTERM) }
            // The socket file exists before the service accepts connections.
            while !takesConnections(path) { try await Task.sleep(for: .milliseconds(20)) }
            return try await body("unix:\(path)")
        }
        return outcome.closureResult
    }
}

/// Returns whether a server listens at a Unix socket.
private func takesConnections(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
    }
}
