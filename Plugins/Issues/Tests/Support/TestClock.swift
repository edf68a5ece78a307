import Foundation
import Synchronization
import Trellis

/// A time of day that goes on when somebody turns it.
///
/// A span of less than five seconds passes at once: a pause before something is tried again. A longer one passes when
/// the clock was turned by it.
final class TestClock: Sendable {
    private struct Sleeper {
        var due: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var lastNumber = 0
        var sleepers: [Int: Sleeper] = [:]
        var pauses: [Duration] = []
        var awaited: [(span: Duration, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// The time of day.
    var now: Date { state.withLock(\.now) }

    /// The spans that passed at once.
    var pauses: [Duration] { state.withLock(\.pauses) }

    /// The clock as a plugin is granted it.
    var clock: WallClock {
        WallClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// Turns the clock.
    func turn(by span: Duration) {
        let due = state.withLock { state in
            state.now += span / .seconds(1)
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until somebody sleeps for a span, and turns the clock by it.
    func passNext(_ span: Duration) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let isThere = state.sleepers.values.contains { $0.due == state.now + span / .seconds(1) }
                if !isThere { state.awaited.append((span, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
        turn(by: span)
    }

    private func sleep(_ span: Duration) async throws {
        try Task.checkCancellation()
        if span < .seconds(5) {
            state.withLock { state in
                state.now += span / .seconds(1)
                state.pauses.append(span)
            }
            return
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, awaited) = state.withLock { state in
                    let isCancelled = Task.isCancelled
                    if !isCancelled {
                        state.sleepers[number] = Sleeper(
                            due: state.now + span / .seconds(1), continuation: continuation)
                    }
                    let found = state.awaited.filter { $0.span == span }
                    state.awaited.removeAll { $0.span == span }
                    return (isCancelled, found.map(\.continuation))
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for continuation in awaited { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
