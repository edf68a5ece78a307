import Dispatch
import Glibc

/// Copies bytes between a pair of descriptors and a connected socket, in both directions.
///
/// The end of the input closes the writing half of the socket, so that the service can still reply. The relay ends when the
/// service has closed the connection, or the reader of the output is gone. The service then receives what was sent before, such as a
/// call without a reply whose sender has closed its connection.
struct ByteRelay: Sendable {
    /// The size of the buffer of each direction.
    private static let size = 1 << 16

    /// The descriptor that is read.
    let input: CInt

    /// The descriptor that is written.
    let output: CInt

    /// The connected socket, in blocking mode.
    let socket: CInt

    /// Copies bytes until the relay ends.
    ///
    /// - Throws: ``SystemCallFailure`` when reading or writing fails for another reason than the end of a connection;
    ///   `CancellationError` when the task is cancelled.
    func run() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await Self.copy(from: input, to: socket, completely: true)
                shutdown(socket, CInt(SHUT_WR))
                // The service may still reply.
                return false
            }
            group.addTask {
                try await Self.copy(from: socket, to: output)
                return true
            }
            defer { group.cancelAll() }
            for try await isLast in group where isLast { return }
        }
    }

    /// Copies bytes until the end of the source, or until the other end of the target is closed.
    ///
    /// - Parameters:
    ///   - source: The descriptor that is read.
    ///   - target: The descriptor that is written.
    ///   - isComplete: Whether to copy the bytes that wait in the source when the task is cancelled. Default: no.
    /// - Throws: ``SystemCallFailure`` when reading or writing fails; `CancellationError` when the task is cancelled.
    private static func copy(from source: CInt, to target: CInt, completely isComplete: Bool = false) async throws {
        // Each direction blocks a thread of its own, so that neither waits for the other.
        let queue = DispatchQueue(label: "io.trellis.bridge")
        let result = try await queue.waiting { canceller in
            copyWaiting(from: source, to: target, completely: isComplete, canceller)
        }
        try result.get()
    }

    private static func copyWaiting(
        from source: CInt, to target: CInt, completely isComplete: Bool, _ canceller: CInt
    ) -> Result<Void, SystemCallFailure>? {
        var buffer = [UInt8](repeating: 0, count: size)
        /// The bytes to copy after the task was cancelled; nil before.
        var rest: CInt?
        while true {
            // poll(2) reports POLLERR and POLLHUP of the target, whose reader is gone, even if no event is requested.
            var waiting = [
                pollfd(fd: source, events: Int16(POLLIN), revents: 0),
                pollfd(fd: target, events: 0, revents: 0),
                pollfd(fd: canceller, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waiting, 3, -1) < 0 {
                if errno == EINTR { continue }
                return .failure(SystemCallFailure(code: errno))
            }
            if waiting[2].revents != 0, rest == nil {
                var count: CInt = 0
                if isComplete { _ = ioctl(source, UInt(FIONREAD), &count) }
                rest = count
            }
            if let rest, rest <= 0 { return nil }
            if waiting[1].revents != 0 { return .success(()) }
            let count = read(source, &buffer, size)
            if count == 0 { return .success(()) }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return errno == ECONNRESET ? .success(()) : .failure(SystemCallFailure(code: errno))
            }
            rest = rest.map { $0 - CInt(count) }
            var written = 0
            while written < count {
                let step = buffer.withUnsafeBytes {
                    write(target, $0.baseAddress?.advanced(by: written), count - written)
                }
                if step >= 0 {
                    written += step
                } else if errno == EAGAIN {
                    var room = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
                    poll(&room, 1, -1)
                } else if errno == EPIPE || errno == ECONNRESET {
                    return .success(())
                } else if errno != EINTR {
                    return .failure(SystemCallFailure(code: errno))
                }
            }
        }
    }
}
