import Trellis

extension PluginHost {
    /// The configuration of the daemon and of the plugins, with the resulting plans.
    struct Arrangement: Sendable {
        /// The configuration in use.
        var configuration: LoadedConfiguration

        /// The plans of the enabled plugins.
        var plans: PluginPlans
    }

    /// A message to the task that supervises the plugins.
    enum Message: Sendable {
        /// An event of a plugin.
        case event(PluginStateMachine.Event, Supervision.Index)

        /// The life of a plugin has ended.
        case lifeEnded(Supervision.Index)

        /// Abandoned code of a plugin has ended.
        case codeEnded(Supervision.Index)

        /// An event of the candidacy with a number, for a plugin that runs on one host at a time.
        case candidacy(CandidacyEvent, Supervision.Index, number: Int)

        /// An operator requests a command; the event is signaled when it has been handled.
        case command(PluginStateMachine.Command, Supervision.Index, handled: OneShotEvent)

        /// Applies a new arrangement, and signals the event when the resulting actions have begun.
        case arrangement(@Sendable () -> [Supervision.Action], handled: OneShotEvent)

        /// Calls a function, to show that the task makes progress.
        case probe(@Sendable () -> Void)

        /// The daemon is about to stop.
        case endStarts

        /// All plugins are to stop.
        case shutdown
    }
}
