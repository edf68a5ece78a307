import Glibc

@testable import Systemd

/// The receiver of a notification socket.
final class DatagramReceiver: Sendable {
    let descriptor: Int32

    /// Binds an absolute path, or `@` and an abstract name.
    init(address text: String) {
        guard let address = UnixSocketAddress(text) else { fatalError("not an address: \(text)") }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0 else { fatalError("bind: errno \(errno)") }
        // A test whose datagram never arrives fails instead of hanging.
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Waits for the next datagram; returns `nil` after five minutes.
    func receive() -> String? { receive(flags: 0) }

    /// Returns the next datagram, or `nil` if none is waiting.
    func receiveNow() -> String? { receive(flags: Int32(MSG_DONTWAIT)) }

    private func receive(flags: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, flags)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}
