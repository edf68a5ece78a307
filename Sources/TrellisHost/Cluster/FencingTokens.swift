import Synchronization
import Trellis

/// The tokens of the last elections of this host, by plugin.
final class FencingTokens: Sendable {
    private let tokens = Mutex<[Supervision.Index: FencingToken]>([:])

    /// The token of the last election for a plugin that this host has won.
    func token(of plugin: Supervision.Index) -> FencingToken? { tokens.withLock { $0[plugin] } }

    /// Sets the token, before the resulting life begins; nil after the candidacy has ended.
    func set(_ token: FencingToken?, of plugin: Supervision.Index) { tokens.withLock { $0[plugin] = token } }
}
