import Foundation
import Trellis
import TrellisSQLite

extension ItemsPlugin {
    /// Declares the jobs that maintain the store.
    static func schedule(_ blueprint: inout Blueprint, configuration: ItemsConfiguration) {
        let history = configuration.history
        blueprint.schedule { (store: any ItemMaintenance, clock: WallClock, logger: Logger) in
            // The list does not depend on pruning. The health check of the store reports a disk that fails.
            let interval = min(max(history / 10, .seconds(1)), .seconds(3_600))
            return ScheduledJob("prune", every: interval, onFailure: .report(retryAfter: interval)) {
                let horizon = clock.now().addingTimeInterval(-(history / .seconds(1)))
                let count = try await store.pruneChanges(before: horizon)
                if count > 0 { logger.info("pruned old changes", metadata: ["changes": "\(count)"]) }
            }
        }
        blueprint.schedule { (store: any ItemMaintenance) in
            .integrityCheck { try await store.checkIntegrity() }
        }
    }
}
