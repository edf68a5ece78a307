import Foundation
import ServiceLifecycle
import Trellis

/// The service that prunes changes past the `history` period, when the plugin starts and then periodically.
///
/// The interval is a tenth of the `history` period, at least a second and at most an hour.
struct ItemCompactor: Service, CustomStringConvertible {
    /// The name of the service in the log.
    var description: String { "compactor" }

    private let store: any ItemMaintenance
    private let history: Duration
    private let interval: Duration
    private let clock: WallClock
    private let logger: Logger

    init(store: any ItemMaintenance, history: Duration, clock: WallClock, logger: Logger) {
        self.store = store
        self.history = history
        self.interval = min(max(history / 10, .seconds(1)), .seconds(3_600))
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await prune()
                do {
                    try await clock.sleep(interval)
                } catch {
                    return
                }
            }
        }
    }

    private func prune() async {
        let horizon = clock.now().addingTimeInterval(-(history / .seconds(1)))
        do {
            let count = try await store.pruneChanges(before: horizon)
            if count > 0 { logger.info("pruned old changes", metadata: ["changes": "\(count)"]) }
        } catch is CancellationError {
            return
        } catch {
            // The failure is not fatal: the list does not depend on pruning, and the next attempt may succeed.
            logger.warning("failed to prune old changes", metadata: ["error": "\(error)"])
        }
    }
}
