import Synchronization
import Trellis

/// The session of a browser, which acts for a user.
final class WebSession: Sendable {
    private struct State {
        var isEnded = false
        var streams = 0
    }

    /// The maximum number of streams.
    ///
    /// A browser opens at most six connections to a host.
    private static let maximumStreams = 8

    /// The user in whose name the browser makes calls.
    let user: RepresentedUser

    /// Makes the calls of the browser in the name of the user.
    ///
    /// The calls share the sessions of plugins, as those of one connection to the control socket do.
    let caller: any VarlinkCaller

    /// The time at which the session ends.
    let expires: ContinuousClock.Instant

    private let state = Mutex(State())

    init(of user: RepresentedUser, until expires: ContinuousClock.Instant) {
        (self.user, self.expires, caller) = (user, expires, user.connect())
    }

    /// Whether the session was ended before its time.
    var isEnded: Bool { state.withLock(\.isEnded) }

    /// Ends the session before its time.
    func end() { state.withLock { $0.isEnded = true } }

    /// Begins a stream; returns false when the session has too many.
    func beginStream() -> Bool {
        state.withLock { state in
            guard state.streams < Self.maximumStreams else { return false }
            state.streams += 1
            return true
        }
    }

    /// Ends a stream.
    func endStream() { state.withLock { $0.streams -= 1 } }
}
