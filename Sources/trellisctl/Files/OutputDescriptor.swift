import Dispatch
import Glibc

/// A file descriptor that is written without blocking a thread of the concurrency runtime.
///
/// Only one task may write at a time. The descriptor is closed when this object is released.
final class OutputDescriptor: Sendable {
    private let number: CInt
    private let queue = DispatchQueue(label: "io.trellis.file")

    /// Wraps a descriptor.
    ///
    /// - Parameter number: The number of the open descriptor.
    init(_ number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens a path that is not a regular file, such as a pipe or a terminal.
    ///
    /// Waits until a named pipe has a reader.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``CommandFailure`` (EX_CANTCREAT) when the path cannot be opened; `CancellationError` when the task is
    ///   cancelled.
    convenience init(opening path: String) async throws {
        while true {
            let number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if number >= 0 {
                self.init(number)
                return
            }
            let code = errno
            var found = stat()
            // ENXIO means that the pipe has no reader (fifo(7)).
            guard code == ENXIO, stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFIFO else {
                throw CommandFailure(EX_CANTCREAT, writing: path, code)
            }
            // The only wait for a reader is in open(2), and a thread that blocks there cannot be cancelled.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemCallFailure`` when writing fails; `CancellationError` when the task is cancelled.
    func write(_ bytes: [UInt8]) async throws {
        let number = number
        try await queue.waiting { canceller in Self.writeWaiting(bytes, to: number, or: canceller) }.get()
    }

    /// Flushes the file to the disk: fsync(2).
    ///
    /// - Returns: Whether the call succeeded; otherwise errno(3) has the reason.
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
