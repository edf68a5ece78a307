import Glibc

/// The address of an AF_UNIX socket: a path, or an abstract name (unix(7)).
struct UnixSocketAddress: Sendable {
    /// The used bytes of `sun_path`: a path with its terminating zero, or a zero and the abstract name.
    private let path: [UInt8]

    /// Parses an absolute path, or `@` and an abstract name.
    ///
    /// The result is `nil` for any other text, and if the address does not fit into `sun_path`.
    init?(_ text: String) {
        guard text.utf8.count > 1 else { return nil }
        if text.hasPrefix("/") {
            path = Array(text.utf8) + [0]
        } else if text.hasPrefix("@") {
            path = [0] + text.utf8.dropFirst()
        } else {
            return nil
        }
        guard path.count <= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    }

    /// Calls a closure with the address in the form that bind(2) expects.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The initializer checked that the bytes fit.
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
        let length = socklen_t(offset + path.count)
        return withUnsafePointer(to: &address) {
            // sockaddr is the common prefix of all socket addresses; `length` is the size of the used part.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
