import Dispatch
import Foundation
import Varlink

/// A client that sends and receives raw bytes.
///
/// Blocking calls run on dedicated threads, not on the threads of tasks.
final class RawClient: Sendable {
    /// The timeout of each wait, so that a test fails instead of hanging.
    ///
    /// The timeout is longer than any wait under full load.
    private static let patience = 300

    private let descriptor: CInt
    private let queue = DispatchQueue(label: "RawClient")

    init(descriptor: CInt) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    convenience init(path: String) throws {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try requireSuccess(descriptor)
        try requireSuccess(connectUnix(descriptor, path))
        self.init(descriptor: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// Sends a text, in which a NUL ends a message.
    func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await onQueue { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                try requireSuccess(CInt(clamping: count))
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Returns the next message without its NUL; nil when the server has closed the connection.
    func receive() async throws -> String? {
        try await onQueue { [descriptor] in
            var message: [UInt8] = []
            while true {
                guard let byte = try Self.readByte(descriptor) else {
                    return message.isEmpty ? nil : String(decoding: message, as: UTF8.self) + "<cut>"
                }
                if byte == 0 { return String(decoding: message, as: UTF8.self) }
                message.append(byte)
            }
        }
    }

    /// Returns all messages until the server closes the connection.
    func receiveAll() async throws -> [String] {
        var messages: [String] = []
        while let message = try await receive() { messages.append(message) }
        return messages
    }

    /// Returns the number of messages until the server closes the connection.
    func countMessages() async throws -> Int {
        try await onQueue { [descriptor] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var messages = 0
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                try requireSuccess(CInt(clamping: count))
                if count == 0 { return messages }
                messages += buffer.prefix(count).count { $0 == 0 }
            }
        }
    }

    /// Returns a client with a duplicate of the descriptor, for reading while this client writes.
    func duplicate() -> RawClient {
        RawClient(descriptor: dup(descriptor))
    }

    /// Whether the server has closed the connection.
    var isClosed: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
    }

    /// Shuts down the sending side.
    func endInput() {
        shutdown(descriptor, CInt(SHUT_WR))
    }

    private static func readByte(_ descriptor: CInt) throws -> UInt8? {
        var byte: UInt8 = 0
        let count = read(descriptor, &byte, 1)
        if count < 0 && errno == ECONNRESET { return nil }
        try requireSuccess(CInt(clamping: count))
        return count == 0 ? nil : byte
    }

    private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                // Keeps the descriptor open while it is used: in a release build, the caller may already have
                // released this object.
                continuation.resume(with: withExtendedLifetime(self) { Swift.Result { try body() } })
            }
        }
    }
}

struct SystemCallFailure: Error {
    let number: CInt
    let text: String
}

func requireSuccess(_ result: CInt) throws {
    if result < 0 { throw SystemCallFailure(number: errno, text: String(cString: strerror(errno))) }
}

/// connect(2) and bind(2) for a path, independent of the implementation under test.
func connectUnix(_ descriptor: CInt, _ path: String) -> CInt {
    withUnixAddress(path) { connect(descriptor, $0, $1) }
}

func bindUnix(_ descriptor: CInt, _ path: String) -> CInt {
    withUnixAddress(path) { bind(descriptor, $0, $1) }
}

private func withUnixAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(107))) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
