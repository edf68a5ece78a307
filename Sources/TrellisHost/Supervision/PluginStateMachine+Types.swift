import Foundation
import Systemd

extension PluginStateMachine {
    /// An event in the life of a plugin.
    enum Event: Sendable {
        /// The instances were created, and the services run.
        case started

        /// The start or a service failed.
        case failed(HostFailure)

        /// All services have returned.
        case returned

        /// The life has ended; code of the plugin that still runs was abandoned if it is stuck.
        case ended(isStuck: Bool)

        /// Abandoned code of the plugin has ended.
        case abandonedCodeEnded

        /// The delay with this number is over.
        case delayEnded(number: Int)

        /// The health checks have reported a problem, or nil.
        case health(String?)

        /// A generation with a new configuration is being created.
        case reloadBegan

        /// The new generation is in use, or could not be created.
        case reloadEnded

        /// A command, with its reason; nil if an operator requests it.
        case command(Command, because: String? = nil)

        /// The daemon stops.
        case shutdown
    }

    /// A command of an operator or of a reload.
    enum Command: String, Sendable, CaseIterable {
        case start, stop, restart, enable, disable, release

        /// The command of an operator, as a reason.
        var text: String {
            switch self {
            case .start: "an operator started it"
            case .stop: "an operator stopped it"
            case .restart: "an operator restarted it"
            case .enable: "an operator enabled it"
            case .disable: "an operator disabled it"
            case .release: "an operator released it"
            }
        }
    }

    /// The part of a life.
    enum Phase: Sendable, Equatable {
        /// The plugin does not run.
        case down

        /// The scopes are being opened.
        case starting

        /// The scopes are open.
        case running

        /// The life is about to end, after the lives of the plugins that hold its instances.
        case ending

        /// The scopes are being closed.
        case closing
    }

    /// The reason why a plugin does not run.
    enum InactiveReason: Sendable {
        /// The plugin starts as soon as the plugins that it needs run.
        case ready

        /// The plugin starts again at this time.
        case delayed(until: Date)

        /// The configuration or an operator disabled the plugin.
        case disabled

        /// An operator stopped the plugin, or the daemon stops.
        case stopped

        /// The plugin failed and is not started again.
        case failed

        /// The plugin ended the daemon several times in a row, and no operator has released it.
        case quarantined
    }
}
