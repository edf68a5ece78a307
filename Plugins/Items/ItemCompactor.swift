import Foundation
import ServiceLifecycle
import Trellis

/// Forgets changes that are older than the configured history: when it starts, and again and again.
///
/// A change is kept for the history, and for a tenth of it longer at most; never for more than an hour longer.
struct ItemCompactor: Service, CustomStringConvertible {
    /// What ServiceLifecycle calls it in the log.
    var description: String { "compactor" }

    private let store: any ItemStore
    private let history: Duration
    private let interval: Duration
    private let plugin: PluginEnvironment

    init(store: any ItemStore, configuration: ItemsConfiguration, plugin: PluginEnvironment) {
        self.store = store
        self.history = configuration.history
        self.interval = min(max(configuration.history / 10, .seconds(1)), .seconds(3_600))
        self.plugin = plugin
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await forget()
                do {
                    try await plugin.clock.sleep(interval)
                } catch {
                    return
                }
            }
        }
    }

    private func forget() async {
        let horizon = plugin.clock.now().addingTimeInterval(-(history / .seconds(1)))
        do {
            let count = try await store.forgetChanges(before: horizon)
            if count > 0 { plugin.logger.info("forgot old changes", metadata: ["changes": "\(count)"]) }
        } catch is CancellationError {
            return
        } catch {
            // The next time may be better; the list works without it.
            plugin.logger.warning("old changes could not be forgotten", metadata: ["error": "\(error)"])
        }
    }
}
