import Dispatch
import Glibc

/// Ends a wait for descriptors (poll(2)) on another thread.
final class Waker: Sendable {
    /// What to wait for beside the descriptor: it can be read from as soon as the wait shall end.
    ///
    /// Below zero, which poll(2) passes over, where there was no pipe to be had.
    let reader: CInt

    private let writer: CInt

    /// Makes a waker that has not ended anything.
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

    /// Ends the wait.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writer, &byte, 1)
    }
}

extension DispatchQueue {
    /// Runs a body that waits for descriptors, without holding up a thread of the tasks.
    ///
    /// - Parameter body: What to do. It gets a descriptor that can be read from as soon as the task is cancelled, and
    ///   gives nil then.
    /// - Returns: What the body gives.
    /// - Throws: `CancellationError` when it gives nil.
    func waiting<Result: Sendable>(_ body: @escaping @Sendable (_ canceller: CInt) -> Result?) async throws -> Result {
        let waker = Waker()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                async { continuation.resume(returning: body(waker.reader)) }
            }
        } onCancel: {
            waker.wake()
        }
        guard let result else { throw CancellationError() }
        return result
    }
}
