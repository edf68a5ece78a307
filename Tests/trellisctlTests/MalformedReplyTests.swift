import Dispatch
import Glibc
import SystemPackage
import Testing
import TrellisTesting

@Suite("A daemon that violates its contract", .timeLimit(.minutes(2))) struct MalformedReplyTests {
    @Test(
        "causes a protocol error",
        arguments: [
            "no JSON\0", "{\"parameters\":[]}\0", "{\"parameters\":{},\"continues\":true}\0", "{\"parameters\":{}}{}\0",
        ])
    func status(reply: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("s").string
            let listener = try Self.listen(at: path)
            defer { close(listener) }
            DispatchQueue(label: "service").async {
                let connection = accept(listener, nil, nil)
                var input = [UInt8](repeating: 0, count: 4_096)
                // Reads one call, which ends with a NUL.
                while case let count = read(connection, &input, input.count), count > 0, !input[..<count].contains(0) {}
                _ = write(connection, reply, reply.utf8.count)
                // Reads until the client has closed its end.
                while read(connection, &input, input.count) > 0 {}
                close(connection)
            }
            let ended = try await Program.run(
                ["call", "org.example.Sample.Echo"], variables: ["TRELLIS_SOCKET": path, "PATH": "/usr/bin:/bin"])
            #expect(ended.status == EX_PROTOCOL, "\(ended)")
            #expect(ended.output == "")
            #expect(ended.error.hasPrefix("trellisctl: "))
        }
    }

    static func listen(at path: String) throws -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        try #require(Glibc.listen(descriptor, 1) == 0)
        return descriptor
    }
}
