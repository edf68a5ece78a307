public import Foundation
import Synchronization
public import Trellis

/// A time of day that goes on when a test advances it; whoever sleeps wakes when it has gone on far enough.
///
/// A short span, less than five seconds by default, passes at once: a pause before something is tried again. A test
/// that waits for it would only wait for what it knows will come.
public final class ManualClock: Sendable {
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

    /// How long a span has to be so that it does not pass at once.
    private let longSpan: Duration

    /// Creates a clock that shows 2027-01-15T08:00:00Z.
    ///
    /// - Parameter span: How long a span has to be so that it does not pass at once.
    public init(passingBelow span: Duration = .seconds(5)) {
        longSpan = span
    }

    /// The time of day.
    public var now: Date { state.withLock(\.now) }

    /// The spans that passed at once.
    public var pauses: [Duration] { state.withLock(\.pauses) }

    /// The clock as a plugin is granted it.
    public var clock: WallClock {
        WallClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// Goes on, and wakes those whose time has come.
    ///
    /// - Parameter span: By how much.
    public func advance(by span: Duration) {
        advance { $0.now + span / .seconds(1) }
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

    /// Waits until somebody sleeps for a span, and goes on by it.
    ///
    /// - Parameter span: The span.
    /// - Throws: `CancellationError`.
    public func passNext(_ span: Duration) async throws {
        try await sleeper { $0.due == $1 + span / .seconds(1) }
        advance(by: span)
    }

    /// Waits until somebody sleeps, however long.
    ///
    /// - Throws: `CancellationError`.
    public func sleeper() async throws {
        try await sleeper { _, _ in true }
    }

    /// Waits until somebody sleeps, however long, and goes on until the first one wakes.
    ///
    /// - Throws: `CancellationError`.
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

    private func sleep(_ span: Duration) async throws {
        try Task.checkCancellation()
        if span < longSpan {
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
