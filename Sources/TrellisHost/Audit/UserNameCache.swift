import HostSupport
import Synchronization

/// The names of users, each looked up at most once a minute, because a lookup may query a network server.
final class UserNameCache: Sendable {
    private static let lifetime = Duration.seconds(60)
    private static let capacity = 1_000

    private struct State {
        var names: [UInt32: String?] = [:]
        var started = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// Returns the name of a user; nil when there is no user with this identifier.
    ///
    /// Blocks while a name is looked up.
    func name(of user: UInt32) -> String? {
        let known = state.withLock { state -> String?? in
            if state.started.duration(to: .now) > Self.lifetime || state.names.count >= Self.capacity {
                state = State()
            }
            return state.names[user]
        }
        if let known { return known }
        let name = AccountNames.userName(user)
        state.withLock { $0.names[user] = .some(name) }
        return name
    }
}
