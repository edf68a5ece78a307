import Glibc
import Synchronization

/// A log of text that arrives in chunks, and whose contents a test can wait for.
final class TextLog: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The received text.
    var text: String { String(decoding: state.withLock(\.bytes), as: UTF8.self) }

    /// Reads a descriptor to its end, then closes it.
    func read(_ descriptor: CInt) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            // Reading a terminal fails with EIO when the last program has closed it.
            guard count > 0 else { break }
            change { $0.bytes += buffer[..<count] }
        }
        close(descriptor)
        end()
    }

    /// Marks the text as complete.
    func end() { change { $0.hasEnded = true } }

    /// Waits until the text is complete, and returns it.
    func whole() async -> String {
        while !state.withLock(\.hasEnded), !Task.isCancelled { await next(after: nil) }
        return text
    }

    /// Waits until a condition holds for the received text.
    ///
    /// - Returns: Whether the condition holds; false when the text is complete or the test is cancelled.
    func wait(until condition: (String) -> Bool) async -> Bool {
        while true {
            let (bytes, hasEnded) = state.withLock { ($0.bytes, $0.hasEnded) }
            if condition(String(decoding: bytes, as: UTF8.self)) { return true }
            if hasEnded || Task.isCancelled { return false }
            await next(after: bytes.count)
        }
    }

    private func next(after count: Int?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !state.hasEnded, !Task.isCancelled, count.map({ state.bytes.count == $0 }) ?? true else {
                        return false
                    }
                    state.waiters.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            change { _ in }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
