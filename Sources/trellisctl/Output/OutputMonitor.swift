import Dispatch
import Glibc
import Synchronization

/// Detects that the reader of standard output has closed the pipe or the socket.
enum OutputMonitor {
    private struct State {
        var isClosed = false
        var isWatched = false
        var next = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private static let state = Mutex(State())

    /// Waits until the reader has closed standard output; for a file or a terminal, until the task is cancelled.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    static func waitForClosedReader() async throws {
        watch()
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !state.isClosed, !Task.isCancelled else { return false }
                    state.waiters[number] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
        try Task.checkCancellation()
    }

    /// Starts a thread that polls the descriptor, once per process.
    private static func watch() {
        let isFirst = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        var found = stat()
        guard isFirst, fstat(STDOUT_FILENO, &found) == 0, [S_IFIFO, S_IFSOCK].contains(found.st_mode & S_IFMT) else {
            return
        }
        DispatchQueue(label: "io.trellis.output").async {
            // poll(2) reports POLLERR and POLLHUP even if no event is requested.
            var waiting = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&waiting, 1, -1) < 0 && errno == EINTR {}
            let waiters = state.withLock { state in
                state.isClosed = true
                defer { state.waiters = [:] }
                return state.waiters.values
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
