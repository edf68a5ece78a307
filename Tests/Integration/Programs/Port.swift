import Glibc
import SystemPackage

/// Ports of the loopback interface.
enum Port {
    /// A port of the loopback interface that no process uses at present.
    static func unused() throws -> Int {
        let (descriptor, port) = try bound()
        close(descriptor)
        return port
    }

    /// Runs a body with a port of the loopback interface that accepts connections and never sends anything.
    static func silent<Result>(_ body: (Int) async throws -> Result) async throws -> Result {
        let (descriptor, port) = try bound()
        defer { close(descriptor) }
        // The kernel accepts the connections.
        guard listen(descriptor, 16) == 0 else { throw Errno(rawValue: errno) }
        return try await body(port)
    }

    private static func bound() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw Errno(rawValue: errno)
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}
