public import Foundation
import Synchronization
public import Trellis

/// A clock whose time changes only when a test advances it.
///
/// A task that sleeps is suspended until the clock has been advanced to the end of its sleep. A test of retries in
/// which the delays are irrelevant can skip short sleeps: see ``init(skippingSleepsBelow:)``.
public final class ManualClock: Sendable {
    private struct Sleeper {
        var due: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var lastNumber = 0
        var sleepers: [Int: Sleeper] = [:]
        var skipped: [Duration] = []
    }

    private let state = Mutex(State())

    /// Fires when a task begins to sleep.
    private let slept = Signal()

    private let skippedSleepLimit: Duration

    /// Creates a clock that shows 2027-01-15T08:00:00Z.
    ///
    /// A skipped sleep advances the clock by its duration and returns immediately. A loop whose interval is below the
    /// limit would therefore never be suspended. Set a limit only for code that sleeps a bounded number of times.
    ///
    /// - Parameter limit: The duration below which sleeps are skipped. Default: zero, so that no sleep is skipped.
    public init(skippingSleepsBelow limit: Duration = .zero) {
        skippedSleepLimit = limit
    }

    /// The current time of the clock.
    public var now: Date { state.withLock(\.now) }

    /// The durations of the skipped sleeps.
    public var skippedSleeps: [Duration] { state.withLock(\.skipped) }

    /// The clock as the value that plugins receive.
    public var clock: WallClock {
        WallClock(
            now: { self.now }, uptime: { .seconds(self.now.timeIntervalSince1970) }, sleep: { try await self.sleep($0) }
        )
    }

    /// Advances the clock and resumes the tasks whose sleep has ended.
    ///
    /// - Parameter duration: The duration by which the clock is advanced.
    public func advance(by duration: Duration) {
        advance { $0.now + duration / .seconds(1) }
    }

    private func advance(to time: (State) -> Date) {
        let due = state.withLock { state in
            state.now = time(state)
            let due = state.sleepers.filter { $0.value.due <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits for a sleep that ends after exactly the given duration, and advances the clock by this duration.
    ///
    /// - Parameter duration: The remaining duration of the sleep, as the clock measures it.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func passNext(_ duration: Duration) async throws {
        try await sleeper(for: duration)
        advance(by: duration)
    }

    /// Waits until code sleeps for a duration from now, and advances nothing.
    ///
    /// - Parameter duration: The remaining duration of the sleep.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleeper(for duration: Duration) async throws {
        try await sleeper { $0.due == $1 + duration / .seconds(1) }
    }

    /// Waits until a task sleeps, for any duration.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleeper() async throws {
        try await sleeper { _, _ in true }
    }

    /// Waits until a task sleeps, and advances the clock to the earliest end of a sleep.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func passNext() async throws {
        try await sleeper()
        advance { $0.sleepers.values.map(\.due).min() ?? $0.now }
    }

    private func sleeper(where isWanted: (_ sleeper: Sleeper, _ now: Date) -> Bool) async throws {
        while true {
            let count = slept.count
            if state.withLock({ state in state.sleepers.values.contains { isWanted($0, state.now) } }) { return }
            try await slept.wait(beyond: count)
        }
    }

    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        // As with a real clock, a sleep of zero or less only yields.
        if duration <= .zero { return await Task.yield() }
        if duration < skippedSleepLimit {
            state.withLock { state in
                state.now += duration / .seconds(1)
                state.skipped.append(duration)
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
                            due: state.now + duration / .seconds(1), continuation: continuation)
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
