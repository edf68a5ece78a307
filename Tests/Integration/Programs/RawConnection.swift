import Dispatch
import Foundation
import Synchronization

/// A connection to the daemon that carries any bytes, right or wrong.
final class RawConnection: Sendable {
    /// How long to wait for what a test expects, in seconds, before it fails rather than hangs.
    private static let patience = 30

    private let descriptor: Int32
    /// What blocks does so here, and not on a thread of tasks.
    private let queue = DispatchQueue(label: "RawConnection")
    /// What has been received of the messages after the last one.
    private let received = Mutex<[UInt8]>([])

    /// Connects.
    init(to path: String) throws {
        descriptor = try UnixSocket.make(SOCK_STREAM)
        try UnixSocket.connect(descriptor, to: path)
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes, and no error when the daemon has closed the connection before it took them all.
    func send(_ bytes: [UInt8]) async throws {
        try await onQueue { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0 && (errno == EPIPE || errno == ECONNRESET) { return }
                guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Sends a text as one message, with the NUL at its end.
    func send(message: String) async throws { try await send(Array(message.utf8) + [0]) }

    /// The next message, without its NUL; nil when the daemon has closed the connection.
    func receive() async throws -> String? {
        try await onQueue { [self] in
            var chunk = [UInt8](repeating: 0, count: 16_384)
            var message = received.withLock { bytes in
                defer { bytes = [] }
                return bytes
            }
            var searched = 0
            while true {
                if let end = message[searched...].firstIndex(of: 0) {
                    received.withLock { $0 = Array(message[(end + 1)...]) }
                    return String(decoding: message[..<end], as: UTF8.self)
                }
                searched = message.count
                let count = recv(descriptor, &chunk, chunk.count, 0)
                if count == 0 || count < 0 && errno == ECONNRESET { return nil }
                guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
                message += chunk[..<count]
            }
        }
    }

    private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
