import Synchronization
import Trellis

/// The sessions of browsers, in memory: they end when the plugin stops, and outlive a reload that does not restart it.
final class WebSessions: Sendable {
    /// The time after which a session ends.
    static let lifetime = Duration.seconds(8 * 3_600)

    /// The maximum number of sessions per user.
    ///
    /// A further one replaces the oldest.
    static let maximumPerUser = 16

    private let sessions = Mutex<[SecretToken.Digest: WebSession]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an empty list.
    ///
    /// - Parameter now: Returns the time, which does not depend on changes of the system's clock.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Opens a session for a user.
    ///
    /// - Returns: The token with which the browser identifies the session.
    func open(for user: RepresentedUser) -> SecretToken {
        let token = SecretToken()
        let now = now()
        let session = WebSession(of: user, until: now + Self.lifetime)
        // The removed sessions are released outside the lock, because that ends the sessions of plugins.
        let removed = sessions.withLock { sessions in
            var removed = sessions.filter { $0.value.expires <= now }
            let own = sessions.filter { $0.value.user.id == user.id && removed[$0.key] == nil }
            if own.count >= Self.maximumPerUser, let oldest = own.min(by: { $0.value.expires < $1.value.expires }) {
                removed[oldest.key] = oldest.value
            }
            for digest in removed.keys { sessions[digest] = nil }
            sessions[token.digest] = session
            return removed
        }
        for session in removed.values { session.end() }
        return token
    }

    /// Returns the session that a browser identifies; nil when it has ended.
    func session(_ token: some StringProtocol) -> WebSession? { known(token).flatMap { isOpen($0) ? $0 : nil } }

    /// Returns the user of the session that a browser identifies, also when the session has ended; nil if it is unknown.
    func user(_ token: some StringProtocol) -> RepresentedUser? { known(token)?.user }

    private func known(_ token: some StringProtocol) -> WebSession? {
        sessions.withLock { $0[SecretToken.Digest(of: token)] }
    }

    /// Whether a session has not ended, and its user has a role.
    func isOpen(_ session: WebSession) -> Bool {
        !session.isEnded && session.expires > now() && session.user.role != nil
    }

    /// Ends a session.
    func end(_ session: WebSession) {
        session.end()
        let removed = sessions.withLock { sessions in
            let key = sessions.first { $0.value === session }?.key
            return key.flatMap { sessions.removeValue(forKey: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}
