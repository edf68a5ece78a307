import Dispatch
import Glibc

/// A file descriptor that is read without blocking a thread of the concurrency runtime.
///
/// Only one task may read at a time.
final class InputDescriptor: Sendable {
    /// The number of the descriptor.
    let number: CInt

    private let name: String
    private let isOwned: Bool
    private let queue = DispatchQueue(label: "io.trellis.input")

    /// Wraps a descriptor.
    ///
    /// - Parameters:
    ///   - number: The number of the open descriptor.
    ///   - name: The name of the input in messages: a path, or `standard input`.
    ///   - isOwned: Whether to close the descriptor when this object is released.
    init(_ number: CInt, name: String, isOwned: Bool = false) {
        self.name = name
        self.number = number
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(number) }
    }

    /// Reads the available bytes, or waits until there are some.
    ///
    /// - Parameter count: The maximum number of bytes.
    /// - Returns: The bytes; an empty array at the end of the input.
    /// - Throws: ``CommandFailure`` when reading fails: EX_NOINPUT for a directory, otherwise EX_IOERR;
    ///   `CancellationError` when the task is cancelled, even if bytes are available.
    func read(upTo count: Int) async throws -> [UInt8] {
        let number = number
        let result = try await queue.waiting { canceller in Self.readWaiting(number, upTo: count, canceller) }
        do throws(SystemCallFailure) {
            return try result.get()
        } catch {
            throw CommandFailure(reading: name, error.code)
        }
    }

    private static func readWaiting(
        _ number: CInt, upTo count: Int, _ canceller: CInt
    ) -> Result<[UInt8], SystemCallFailure>? {
        while true {
            var waiting = [number, canceller].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&waiting, 2, -1)
            if ready > 0 && waiting[1].revents != 0 { return nil }
            var length = -1
            if ready > 0 {
                let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                    length = Glibc.read(number, buffer.baseAddress, count)
                    filled = max(0, length)
                }
                if length >= 0 { return .success(bytes) }
            }
            if errno == EINTR || errno == EAGAIN { continue }
            // EIO means that the other end of a pseudoterminal was closed, which is the end of the input.
            if errno == EIO { return .success([]) }
            return .failure(SystemCallFailure(code: errno))
        }
    }
}
