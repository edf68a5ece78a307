import Dispatch
import Glibc

/// A pipe that ends the poll(2) of another thread.
final class WakePipe: Sendable {
    /// The descriptor to poll, which becomes readable when the wait must end.
    ///
    /// The number is negative, and ignored by poll(2), if the pipe could not be created.
    let reader: CInt

    private let writer: CInt

    /// Creates a pipe whose reader is not readable yet.
    init() {
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        for end in [reader, writer] where end >= 0 { close(end) }
    }

    /// Makes the reader readable, which ends the wait.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writer, &byte, 1)
    }
}

extension DispatchQueue {
    /// Runs a body that waits for descriptors, without blocking a thread of the concurrency runtime.
    ///
    /// - Parameter body: Waits for descriptors. Its argument is a descriptor that becomes readable when the task is
    ///   cancelled. The body then returns nil.
    /// - Returns: The result of the body.
    /// - Throws: `CancellationError` when the body returns nil.
    func waiting<Result: Sendable>(_ body: @escaping @Sendable (_ canceller: CInt) -> Result?) async throws -> Result {
        let pipe = WakePipe()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                async { continuation.resume(returning: body(pipe.reader)) }
            }
        } onCancel: {
            pipe.wake()
        }
        guard let result else { throw CancellationError() }
        return result
    }
}
