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
    }

    private let state = Mutex(State())

    /// Fires when somebody begins to sleep.
    private let slept = Signal()

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
        turn { $0.now + span / .seconds(1) }
    }

    private func turn(to time: (State) -> Date) {
        let due = state.withLock { state in
            state.now = time(state)
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until somebody sleeps for a span, and turns the clock by it.
    ///
    /// - Throws: `CancellationError`.
    func passNext(_ span: Duration) async throws {
        try await sleeper { $0.due == $1 + span / .seconds(1) }
        turn(by: span)
    }

    /// Waits until somebody sleeps, however long.
    ///
    /// - Throws: `CancellationError`.
    func sleeper() async throws {
        try await sleeper { _, _ in true }
    }

    /// Waits until somebody sleeps, however long, and turns the clock until the first one wakes.
    ///
    /// - Throws: `CancellationError`.
    func passNext() async throws {
        try await sleeper()
        turn { $0.sleepers.values.map(\.due).min() ?? $0.now }
    }

    private func sleeper(where isWanted: (_ sleeper: Sleeper, _ now: Date) -> Bool) async throws {
        while true {
            let count = slept.count
            if state.withLock({ state in state.sleepers.values.contains { isWanted($0, state.now) } }) { return }
            try await slept.wait(beyond: count)
        }
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
                let isCancelled = state.withLock { state in
                    let isCancelled = Task.isCancelled
                    if !isCancelled {
                        state.sleepers[number] = Sleeper(
                            due: state.now + span / .seconds(1), continuation: continuation)
                    }
                    return isCancelled
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                slept.fire()
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
