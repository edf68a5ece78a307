import Foundation
import Synchronization
import Trellis

/// A time of day that goes on only when a test says so; whoever sleeps wakes when it has gone on far enough.
final class ManualClock: Sendable {
    private struct Sleeper {
        var due: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var sleepers: [UUID: Sleeper] = [:]
        var observers: [(span: Duration, continuation: AsyncStream<Void>.Continuation)] = []
        var spans: [Duration] = []
    }

    private let state = Mutex(State())

    /// The clock.
    var clock: WallClock {
        WallClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// The time of day.
    var now: Date { state.withLock(\.now) }

    /// Goes on, and wakes those whose time has come.
    func advance(by span: Duration) {
        let woken = state.withLock { state in
            state.now += span / .seconds(1)
            let woken = state.sleepers.filter { $0.value.due <= state.now }
            for id in woken.keys { state.sleepers[id] = nil }
            return woken
        }
        for sleeper in woken.values { sleeper.continuation.resume() }
    }

    /// Waits until somebody sleeps, or has slept, for a span that nobody waited for yet; or until the task is cancelled.
    func sleeper(for span: Duration) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if let index = state.spans.firstIndex(of: span) {
                state.spans.remove(at: index)
                continuation.finish()
            } else {
                state.observers.append((span, continuation))
            }
        }
        await stream.first { true }
    }

    private func sleep(_ span: Duration) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let observer = state.withLock { state -> AsyncStream<Void>.Continuation? in
                    state.sleepers[id] = Sleeper(
                        due: state.now.addingTimeInterval(span / .seconds(1)), continuation: continuation)
                    if let index = state.observers.firstIndex(where: { $0.span == span }) {
                        return state.observers.remove(at: index).continuation
                    }
                    state.spans.append(span)
                    return nil
                }
                observer?.finish()
                // Cancelled before it was entered, it would be there for ever.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UUID) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
