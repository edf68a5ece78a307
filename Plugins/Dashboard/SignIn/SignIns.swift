import Synchronization
import Trellis

/// The URLs with which browsers sign in: each is valid once, for ``lifetime``.
final class SignIns: Sendable {
    /// The outcome of a sign-in.
    enum Outcome: Sendable {
        /// The browser acts for the user.
        case accepted(RepresentedUser)

        /// The URL of the user with this name was used before.
        case used(String)

        /// The token is unknown, or has expired.
        case unknown
    }

    private struct Entry {
        let user: RepresentedUser
        let expires: ContinuousClock.Instant
        var isUsed = false
    }

    /// The time for which a token is valid.
    static let lifetime = Duration.seconds(60)

    /// The maximum number of tokens per user.
    ///
    /// A further one replaces the oldest.
    static let maximumPerUser = 8

    private let entries = Mutex<[SecretToken.Digest: Entry]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an empty list.
    ///
    /// - Parameter now: Returns the time, which does not depend on changes of the system's clock.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Creates a token for a user.
    func add(_ user: RepresentedUser) -> SecretToken {
        let token = SecretToken()
        let now = now()
        entries.withLock { entries in
            entries = entries.filter { $0.value.expires > now }
            let own = entries.filter { $0.value.user.id == user.id }
            if own.count >= Self.maximumPerUser, let oldest = own.min(by: { $0.value.expires < $1.value.expires }) {
                entries[oldest.key] = nil
            }
            entries[token.digest] = Entry(user: user, expires: now + Self.lifetime)
        }
        return token
    }

    /// Uses a token.
    ///
    /// - Parameter text: The token that the browser presents.
    /// - Returns: The user of the token, at its first use.
    func redeem(_ text: some StringProtocol) -> Outcome {
        let digest = SecretToken.Digest(of: text)
        let now = now()
        return entries.withLock { entries in
            guard let entry = entries[digest], entry.expires > now else { return .unknown }
            if entry.isUsed { return .used(entry.user.name) }
            entries[digest]?.isUsed = true
            return .accepted(entry.user)
        }
    }
}
