import Dispatch
import Glibc

/// A descriptor that is written without blocking a thread of the concurrency runtime.
///
/// One task writes at a time. The descriptor is closed when this object is released.
final class OutputDescriptor: Sendable {
    private let number: CInt
    private let queue = DispatchQueue(label: "io.trellis.file")

    /// Wraps a descriptor.
    ///
    /// - Parameter number: The descriptor.
    init(_ number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens a file that is not a regular file, such as a pipe or a terminal.
    ///
    /// Waits until a named pipe has a reader.
    ///
    /// - Parameter path: The path.
    /// - Throws: ``CommandFailure`` (EX_CANTCREAT) when it cannot be opened; `CancellationError`.
    convenience init(opening path: String) async throws {
        while true {
            let number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if number >= 0 {
                self.init(number)
                return
            }
            let code = errno
            var found = stat()
            // ENXIO: the pipe has no reader (fifo(7)).
            guard code == ENXIO, stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFIFO else {
                throw CommandFailure(EX_CANTCREAT, writing: path, code)
            }
            // Only open(2) waits for a reader, and a thread that blocks in it cannot be cancelled.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Writes all bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``SystemCallFailure`` when writing fails; `CancellationError` when the task is cancelled while a pipe is
    ///   full.
    func write(_ bytes: [UInt8]) async throws {
        let number = number
        try await queue.waiting { canceller in Self.writeWaiting(bytes, to: number, or: canceller) }.get()
    }

    /// Flushes the file to the disk: fsync(2).
    ///
    /// - Returns: Whether it succeeded; otherwise errno(3) has the reason.
    func synchronize() -> Bool { fsync(number) == 0 }

    private static func writeWaiting(
        _ bytes: [UInt8], to number: CInt, or canceller: CInt
    ) -> Result<Void, SystemCallFailure>? {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes.removeFirst(count)
            } else if errno == EAGAIN {
                var waiting = [
                    pollfd(fd: canceller, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: number, events: Int16(POLLOUT), revents: 0),
                ]
                if poll(&waiting, 2, -1) > 0, waiting[0].revents != 0 { return nil }
            } else if errno != EINTR {
                return .failure(SystemCallFailure(code: errno))
            }
        }
        return .success(())
    }
}
