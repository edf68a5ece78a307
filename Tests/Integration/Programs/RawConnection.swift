import Dispatch
import Foundation
import Synchronization

/// A connection to the daemon that sends arbitrary bytes.
final class RawConnection: Sendable {
    private let descriptor: Int32
    /// Blocking calls run on this queue and not on Swift's thread pool.
    private let queue = DispatchQueue(label: "RawConnection")
    /// The bytes received after the last complete message.
    private let received = Mutex<[UInt8]>([])

    /// Connects to a Unix socket.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - patience: The time limit of each operation, in seconds, so that a test fails rather than hangs. Default: 30.
    /// - Throws: `POSIXError`.
    init(to path: String, patience: Int = 30) throws {
        // A failed connect closes the descriptor, so that the instance must not own it yet: its deinitializer would close
        // it again.
        let descriptor = try UnixSocket.make(SOCK_STREAM)
        try UnixSocket.connect(descriptor, to: path)
        self.descriptor = descriptor
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Ends the connection in both directions, so that a call of ``receive()`` returns.
    func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends bytes.
    ///
    /// A connection that the daemon closes before all bytes are read is not an error.
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

    /// Sends a text and a NUL, as one message.
    func send(message: String) async throws { try await send(Array(message.utf8) + [0]) }

    /// Receives the next message, without its NUL; nil when the daemon has closed the connection.
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
