import CSystemd
import Glibc

/// A datagram socket towards `NOTIFY_SOCKET` that never waits.
///
/// sd_notify(3) of libsystemd sends on a blocking socket: when the receiver's queue is full (10 datagrams by default,
/// `net.unix.max_dgram_qlen`), the call waits until somebody reads, which may be never. So this is a socket of our own.
/// The protocol is covered by systemd's stability promise, and sd_notify(3) prints a program that speaks it. The
/// socket is connected, because poll(2) reports room in the receiver's queue only then.
struct NotificationSocket: ~Copyable {
    enum Outcome: Equatable {
        case sent
        /// The receiver's queue is full.
        case full
        case failed(SystemCallError)
    }

    let descriptor: Int32
    private let address: UnixSocketAddress

    init(address: UnixSocketAddress) throws(SystemCallError) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw SystemCallError.last }
        self.descriptor = descriptor
        self.address = address
    }

    deinit {
        close(descriptor)
    }

    func send(_ datagram: String) -> Outcome {
        let outcome = attempt(datagram)
        // Not connected yet, or the receiver made its socket anew.
        let reconnects = [ENOTCONN, EDESTADDRREQ, ECONNREFUSED, ECONNRESET]
        guard case .failed(let error) = outcome, reconnects.contains(error.errno) else { return outcome }
        let connected = address.withSocketAddress { connect(descriptor, $0, $1) }
        guard connected == 0 else { return .failed(SystemCallError.last) }
        return attempt(datagram)
    }

    /// Waits until the receiver has room, or is gone, or the time is over.
    ///
    /// - Parameters:
    ///   - descriptor: The connected socket.
    ///   - milliseconds: How long at most; negative for ever.
    static func waitForRoom(_ descriptor: Int32, milliseconds: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }

    private func attempt(_ datagram: String) -> Outcome {
        var datagram = datagram
        while true {
            let count = datagram.withUTF8 {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count >= 0 { return .sent }
            let error = SystemCallError.last
            switch error.errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS: return .full
            default: return .failed(error)
            }
        }
    }
}
