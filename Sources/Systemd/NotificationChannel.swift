import Logging

/// The socket and what waits for it, behind a lock.
///
/// The lock is held over send(2) with MSG_DONTWAIT, which keeps the order of datagrams, and never over a wait or a
/// logger.
final class NotificationChannel: Sendable {
    private struct State: ~Copyable {
        let socket: NotificationSocket
        var pending = PendingNotifications()
        /// Whether a thread is there that waits for room.
        var isDraining = false
        /// Whether the last datagram failed; only the first failure of a series is logged.
        var isFailing = false
    }

    private enum Problem {
        case failed(SystemCallError)
        case tooManyWaiting
    }

    private let state: Monitor<State>
    /// The socket's descriptor, for poll(2).
    ///
    /// It stays open as long as this object lives.
    private let descriptor: Int32
    private let logger: Logger

    init(address: UnixSocketAddress, logger: Logger) throws(SystemCallError) {
        let socket = try NotificationSocket(address: address)
        descriptor = socket.descriptor
        state = Monitor(State(socket: socket))
        self.logger = logger
    }

    func send(_ datagram: String) {
        let (problem, needsThread): (Problem?, Bool) = state.withLock { state in
            guard state.pending.append(datagram) else { return (Self.note(.tooManyWaiting, in: &state), false) }
            let problem = Self.sendPending(&state)
            let needsThread = !state.pending.isEmpty && !state.isDraining
            if needsThread { state.isDraining = true }
            return (problem, needsThread)
        }
        report(problem)
        guard needsThread else { return }
        let started = startThread(named: "notify") { self.drain() }
        if !started {
            // The next notification, or the flush at the end, tries again.
            state.withLock { $0.isDraining = false }
        }
    }

    func flush(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now.advanced(by: limit)
        while true {
            let (problem, isDone): (Problem?, Bool) = state.withLock { state in
                let problem = Self.sendPending(&state)
                return (problem, state.pending.isEmpty)
            }
            report(problem)
            if isDone { return true }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { return false }
            NotificationSocket.waitForRoom(descriptor, milliseconds: remaining.wholeMilliseconds)
        }
    }

    /// Waits for room and sends until nothing waits any more.
    ///
    /// Runs on a thread of its own, since poll(2) blocks.
    private func drain() {
        while true {
            NotificationSocket.waitForRoom(descriptor, milliseconds: -1)
            let (problem, isDone): (Problem?, Bool) = state.withLock { state in
                let problem = Self.sendPending(&state)
                if state.pending.isEmpty { state.isDraining = false }
                return (problem, state.pending.isEmpty)
            }
            report(problem)
            if isDone { return }
        }
    }

    /// Sends as much as the receiver takes now.
    ///
    /// A datagram that can't be sent at all is dropped, so that it does not stand in the way of the next.
    private static func sendPending(_ state: inout State) -> Problem? {
        var problem: Problem?
        while let datagram = state.pending.first {
            switch state.socket.send(datagram) {
            case .sent:
                state.isFailing = false
            case .full:
                return problem
            case .failed(let error):
                problem = note(.failed(error), in: &state) ?? problem
            }
            state.pending.removeFirst()
        }
        return problem
    }

    private static func note(_ problem: Problem, in state: inout State) -> Problem? {
        if state.isFailing { return nil }
        state.isFailing = true
        return problem
    }

    private func report(_ problem: Problem?) {
        switch problem {
        case nil:
            break
        case .failed(let error):
            logger.warning("A notification to systemd could not be sent.", error: error)
        case .tooManyWaiting:
            logger.warning(
                "systemd does not read notifications: \(PendingNotifications.limit) wait, newer ones are dropped.")
        }
    }
}
