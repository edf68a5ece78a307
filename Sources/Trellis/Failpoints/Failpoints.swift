import Synchronization
import Varlink

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
