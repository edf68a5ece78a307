import Dispatch
import Glibc

/// A descriptor that is written to without holding up a thread of the tasks, and closed in the end.
///
/// One task writes at a time.
final class OutputDescriptor: Sendable {
    private let number: CInt
    private let queue = DispatchQueue(label: "io.trellis.file")

    /// Writes to a descriptor.
    ///
    /// - Parameter number: The descriptor.
    init(_ number: CInt) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens what is written to as it is: a pipe, a terminal or the like.
    ///
    /// A named pipe is opened as soon as somebody reads it.
    ///
    /// - Parameter path: Its path.
    /// - Throws: ``CommandFailure`` (EX_CANTCREAT) when it can't be written; `CancellationError`.
    convenience init(opening path: String) async throws {
        while true {
            let number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if number >= 0 {
                self.init(number)
                return
            }
            let code = errno
            var found = stat()
            // This error says that nobody reads a pipe: fifo(7).
            guard code == ENXIO, stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFIFO else {
                throw CommandFailure(EX_CANTCREAT, writing: path, code)
            }
            // Nothing tells of a reader that comes but open(2) itself, and a thread that waits in it can't be called
            // back.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Writes bytes, all of them.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``SystemCallFailure`` when they can't be written; `CancellationError` when the task is cancelled while
    ///   the other side takes nothing.
    func write(_ bytes: [UInt8]) async throws {
        let number = number
        try await queue.waiting { canceller in Self.writeWaiting(bytes, to: number, or: canceller) }.get()
    }

    /// Waits until a file is on the disk: fsync(2).
    ///
    /// - Returns: Whether it is; else errno(3) says why not.
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
