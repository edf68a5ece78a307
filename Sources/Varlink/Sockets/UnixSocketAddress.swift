import Glibc

/// An address as the kernel takes it: `sockaddr_un` of unix(7).
struct UnixSocketAddress {
    /// The most bytes of a path or an abstract name: `sun_path` has 108, of which one is a NUL, at the end of a path
    /// or before a name.
    static let maximumLength = 107

    private var storage = sockaddr_un()
    private let length: socklen_t

    /// - Returns: nil when the path or name is too long.
    init?(_ address: VarlinkAddress) {
        storage.sun_family = sa_family_t(AF_UNIX)
        let text: String
        let isAbstract: Bool
        switch address {
        case .path(let path): (text, isAbstract) = (path, false)
        case .abstract(let name): (text, isAbstract) = (name, true)
        }
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        // Safe: one byte and at most 107 others fit the 108 of sun_path, and the rest of it stays zero.
        withUnsafeMutableBytes(of: &storage.sun_path) { path in
            for (offset, byte) in bytes.enumerated() { path[offset + (isAbstract ? 1 : 0)] = byte }
        }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
        length = socklen_t(offset + 1 + bytes.count)
    }

    /// Hands the address to a system call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // Safe: every address of the kernel's begins like sockaddr, and the call reads no more than the length says.
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
