import HostInterface
import Synchronization

/// Reports reloads of the configuration to an observer, and keeps the reason why the last one failed.
///
/// ``PluginHost`` reports every reload here, whether a client, systemd or a signal requested it.
final class ReloadMonitor: Sendable {
    /// A change that the observer receives.
    enum Change: Sendable {
        /// A reload begins.
        case began

        /// The last of the reloads in progress ended, successfully or not.
        case ended
    }

    private struct State {
        var count = 0
        var problem: String?
    }

    /// The observer.
    ///
    /// The structure is necessary: each access to a closure as the value of a `Mutex` wraps it once more.
    private struct Observer {
        var notify: @Sendable (Change) -> Void = { _ in }
    }

    private let state = Mutex(State())

    /// This lock is held while the observer is notified, so that the notifications have the order of the changes.
    private let observer = Mutex(Observer())

    /// Sets the observer, which must neither block nor reload.
    func observe(_ observer: @escaping @Sendable (Change) -> Void) { self.observer.withLock { $0.notify = observer } }

    /// The failure of the last reload as a part of the daemon's status; nil if it succeeded.
    var problem: String? { state.withLock(\.problem) }

    /// Runs a reload.
    ///
    /// - Parameter reload: Reloads the configuration.
    /// - Returns: The result of the reload.
    /// - Throws: The error of the reload.
    func reporting<Result>(_ reload: () async throws -> Result) async throws -> Result {
        observer.withLock { observer in
            state.withLock { $0.count += 1 }
            observer.notify(.began)
        }
        do {
            let result = try await reload()
            end { $0.problem = nil }
            return result
        } catch {
            end { state in
                switch error {
                case HostError.changeRejected(let message), HostError.reloadFailed(_, let message, _):
                    let line = message.split(separator: "\n").joined(separator: "; ")
                    state.problem = "the last reload failed: \(line)"
                // An outdated plan or a cancelled call does not indicate a problem of the configuration.
                default: break
                }
            }
            throw error
        }
    }

    /// Reports that a reload was reverted after it had ended, because a plugin failed or became unhealthy.
    ///
    /// No reload is in progress.
    func reportRevert(_ message: String) {
        observer.withLock { observer in
            let line = message.split(separator: "\n").joined(separator: "; ")
            state.withLock { $0.problem = "the last reload was reverted: \(line)" }
            observer.notify(.ended)
        }
    }

    private func end(_ change: (inout State) -> Void) {
        observer.withLock { observer in
            let isLast = state.withLock { state in
                change(&state)
                state.count -= 1
                return state.count == 0
            }
            if isLast { observer.notify(.ended) }
        }
    }
}
