import Foundation
public import Synchronization
public import SystemPackage
import Varlink

/// A place in the code at which an administrator or a test can inject faults.
///
/// A plugin declares a failpoint with ``PluginEnvironment/failpoint(_:)``, and evaluates it where the fault is to occur:
///
/// ```swift
/// let writing = plugin.failpoint("store.write")
/// try await writing.evaluate()
/// ```
///
/// `trellisctl inject items.store.write '3*error(EIO)'` sets the terms (``FailpointTerms``) of the failpoint. A failpoint
/// without terms is off: its evaluation costs one relaxed atomic load.
public final class Failpoint: Sendable {
    private struct State {
        var terms: FailpointTerms?
        var hits = 0

        /// The number of changes of the terms, which end the pauses of earlier terms.
        var changes = 0
    }

    /// A fault to inject, and the number of changes of the terms at its time.
    private typealias Fault = (action: FailpointTerms.Action, changes: Int)

    /// The full name, such as `items.store.write`.
    public let name: String

    /// Whether the failpoint has terms.
    ///
    /// The value is read without synchronization: an evaluation that is concurrent with a change of the terms may not
    /// observe the change.
    @usableFromInline let isActive = Atomic(false)

    private let state = Mutex(State())
    private let changed = ChangeSignal()
    private let clock: WallClock
    private let onExhaustion: @Sendable () -> Void

    init(name: String, clock: WallClock, onExhaustion: @escaping @Sendable () -> Void) {
        self.name = name
        self.clock = clock
        self.onExhaustion = onExhaustion
    }

    /// The terms with their remaining counts, and the number of injected faults since the terms were set.
    ///
    /// The terms are nil when the failpoint is off.
    public var status: (terms: FailpointTerms?, hits: Int) { state.withLock { ($0.terms, $0.hits) } }

    /// Injects a fault, if the terms of the failpoint determine one.
    ///
    /// The error and the delay apply to the current task.
    ///
    /// - Throws: The `Errno` of an `error` term; `CancellationError` when the task is cancelled during a delay or a pause.
    @inlinable
    public nonisolated(nonsending) func evaluate() async throws {
        if isActive.load(ordering: .relaxed) { try await inject() }
    }

    /// Injects a fault in synchronous code, such as a function that a library calls on its own thread.
    ///
    /// A delay or a pause blocks the current thread, as a slow disk does.
    ///
    /// - Throws: The `Errno` of an `error` term.
    @inlinable
    public func evaluateBlocking() throws(Errno) {
        if isActive.load(ordering: .relaxed) { try injectBlocking() }
    }

    /// Sets the terms, or turns the failpoint off if they are nil.
    ///
    /// Pauses end.
    func set(_ terms: FailpointTerms?) {
        state.withLock { state in
            state.terms = terms
            state.hits = 0
            state.changes += 1
            isActive.store(terms != nil, ordering: .relaxed)
        }
        changed.signal()
    }

    @usableFromInline
    nonisolated(nonsending) func inject() async throws {
        // Before the terms are read, so that no change is missed.
        let changes = changed.changes()
        guard let fault = nextFault() else { return }
        switch fault.action {
        case .off: break
        case .error(let error): throw error
        case .delay(let milliseconds): try await clock.sleep(.milliseconds(milliseconds))
        case .panic: panic()
        case .pause:
            guard isCurrent(fault) else { return }
            for await _ in changes where !isCurrent(fault) { return }
            try Task.checkCancellation()
        }
    }

    @usableFromInline
    func injectBlocking() throws(Errno) {
        guard let fault = nextFault() else { return }
        switch fault.action {
        case .off: break
        case .error(let error): throw error
        case .delay(let milliseconds): Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
        case .panic: panic()
        case .pause:
            // Polling needs no list of threads, and a thread that pauses for a test may cost more than one that waits.
            while isCurrent(fault) { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    /// Whether the terms have not changed since the time of a fault.
    private func isCurrent(_ fault: Fault) -> Bool { state.withLock { $0.changes == fault.changes } }

    /// Determines the next fault, and counts it.
    private func nextFault() -> Fault? {
        let (fault, isExhausted): (Fault?, Bool) = state.withLock { state in
            guard let action = state.terms?.next() else { return (nil, false) }
            if action != .off { state.hits += 1 }
            let isExhausted = state.terms?.isExhausted == true
            if isExhausted {
                state.terms = nil
                isActive.store(false, ordering: .relaxed)
            }
            return ((action, state.changes), isExhausted)
        }
        if isExhausted { onExhaustion() }
        return fault
    }

    private func panic() -> Never { fatalError("the failpoint \(name) has the term panic") }
}

/// The failpoints of a daemon.
///
/// Each daemon has its own failpoints, also if several run in one process.
public final class Failpoints: Sendable {
    /// The error for a name that no failpoint has.
    public struct Unknown: Error, Sendable, Hashable {
        /// The requested name.
        public var name: String

        /// The most similar name, if there is one.
        public var suggestion: String?
    }

    /// Signals when faults are injected at other failpoints than before.
    public let changed = ChangeSignal()

    private let points = Mutex<[String: Failpoint]>([:])
    private let clock: WallClock

    /// Creates an empty list.
    ///
    /// - Parameter clock: The clock that performs the delays of tasks. Default: the system clock.
    public init(clock: WallClock = .system) {
        self.clock = clock
    }

    /// Declares a failpoint.
    ///
    /// - Parameter name: The full name, such as `items.store.write`.
    /// - Returns: The failpoint; the same one for each declaration of the name.
    public func declare(_ name: String) -> Failpoint {
        points.withLock { points in
            if let point = points[name] { return point }
            let point = Failpoint(name: name, clock: clock) { [changed] in changed.signal() }
            points[name] = point
            return point
        }
    }

    /// The declared failpoints, sorted by name.
    public var all: [Failpoint] { points.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// Sets the terms of a failpoint.
    ///
    /// - Parameters:
    ///   - terms: The terms; the term `off` turns the failpoint off.
    ///   - name: The full name of a declared failpoint.
    /// - Throws: ``Unknown`` when no failpoint with the name is declared.
    public func inject(_ terms: FailpointTerms, at name: String) throws(Unknown) {
        guard let point = points.withLock({ $0[name] }) else {
            throw Unknown(name: name, suggestion: Suggestion.nearest(to: name, among: all.map(\.name)))
        }
        point.set(terms.isOff ? nil : terms)
        changed.signal()
    }

    /// Turns all failpoints off.
    public func removeAll() {
        for point in all { point.set(nil) }
        changed.signal()
    }
}
