import Glibc

/// An address in the kernel's format: `sockaddr_un` of unix(7).
struct UnixSocketAddress {
    /// The maximum length of a path or an abstract name in bytes: `sun_path` has 108 bytes, of which one is a NUL
    /// after a path or before a name.
    static let maximumLength = 107

    private var storage = sockaddr_un()
    private let length: socklen_t

    /// - Returns: nil when the path or the name is too long, and for the name of a connected service.
    init?(_ address: VarlinkAddress) {
        storage.sun_family = sa_family_t(AF_UNIX)
        let text: String
        let isAbstract: Bool
        switch address {
        case .path(let path): (text, isAbstract) = (path, false)
        case .abstract(let name): (text, isAbstract) = (name, true)
        case .connected: return nil
        }
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        // Safe: at most 107 bytes and the NUL fit into the 108 bytes of sun_path; the rest stays zero.
        withUnsafeMutableBytes(of: &storage.sun_path) { path in
            for (offset, byte) in bytes.enumerated() { path[offset + (isAbstract ? 1 : 0)] = byte }
        }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
        length = socklen_t(offset + 1 + bytes.count)
    }

    /// Passes the address to a system call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // Safe: every kernel address begins like sockaddr, and the call reads at most the given length.
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
