import HostInterface
import Systemd
public import Trellis

/// The configuration keys that every plugin has in addition to those that it declares.
///
/// The keys have the names and meanings of the options of systemd.service(5) and systemd.unit(5).
public struct SupervisionConfiguration: Sendable, Equatable {
    /// Whether the plugin runs.
    ///
    /// A plugin that the configuration does not list is disabled.
    public var enabled: Bool

    /// Whether the daemon stops when the plugin has failed and is not started again.
    public var required: Bool

    /// The hosts of the cluster on which the plugin runs.
    public var placement: Placement

    /// The conditions and times of restarts.
    public var restart: RestartPolicy

    /// The time limit for starting the plugin.
    public var timeoutStart: Duration

    /// The time limit for stopping the plugin's services, and for closing each of its instances.
    public var timeoutStop: Duration

    /// The time without progress after which the running plugin fails; zero for no limit.
    public var stallLimit: Duration

    /// The time that calls, streams and sessions with the previous configuration have to end after a reload.
    public var drainLimit: Duration

    /// The time after a reload in which a failure or a failed health check restores the previous configuration; zero for none.
    public var confirmHealth: Duration

    /// The number of deaths of the daemon in a row, caused by the plugin, after which it is quarantined; 0 for never.
    ///
    /// The maximum is below the start limit of the supplied unit (`StartLimitBurst=10`), so that the daemon still starts.
    public var quarantineAfter: Int

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - settings: The section `plugins.NAME`.
    ///   - isRequired: The default of the key `required`. Default: true.
    public init(from settings: Settings, isRequired: Bool = true) {
        enabled = settings.boolean("enabled", default: true, "Whether the plugin runs.")
        required = settings.boolean(
            "required", default: isRequired,
            "Whether the daemon stops when the plugin fails and is not started again, and when the plugin cannot start "
                + "together with the daemon.")
        placement = settings.choice(
            "placement", default: .everywhere,
            "The hosts of the cluster on which the plugin runs: every host that enables it (everywhere), or one of them at a "
                + "time (single). The others stand by, and one of them takes the plugin over when its host stops, fails, or "
                + "does not respond for cluster.etcd.lease.")
        restart = RestartPolicy(from: settings)
        timeoutStart = settings.duration(
            "timeoutStart", default: .seconds(90), in: .milliseconds(1) ... .seconds(86_400),
            "The time limit for starting the plugin.")
        timeoutStop = settings.duration(
            "timeoutStop", default: .seconds(10), in: .milliseconds(1) ... .seconds(86_400),
            "The time limit for stopping the plugin's services, and for closing each of its instances. After three times "
                + "this duration in total, the plugin is abandoned, and the log names it.")
        stallLimit = settings.duration(
            "stallLimit", default: .seconds(30), in: .zero ... .seconds(86_400),
            "The time after which a running plugin fails when all its threads are blocked; 0 for no limit. Its calls "
                + "fail, and the log has the numbers of the threads. It starts again when the blocked code ends.")
        drainLimit = settings.duration(
            "drainLimit", default: .seconds(30), in: .zero ... .seconds(86_400),
            "The time after a reload in which calls, streams and sessions that use the previous configuration can end. "
                + "Those that remain end with the error PluginReconfigured.")
        confirmHealth = settings.duration(
            "confirmHealth", default: .seconds(10), in: .zero ... .seconds(86_400),
            "The time after a reload in which the daemon returns to the previous configuration if the plugin or one of its "
                + "health checks fails; 0 for no time. The reload itself returns after the first checks.")
        quarantineAfter = settings.integer(
            "quarantineAfter", default: 3, in: 0...9,
            "The number of times in a row that the plugin may end the daemon, by a crash, by the watchdog or by a stall, "
                + "before it is quarantined; 0 for any number. 'trellisctl plugin release' starts it again.")
    }
}

extension RestartPolicy {
    /// Reads the restart policy of a plugin.
    /// - Parameter settings: The section `plugins.NAME`.
    fileprivate init(from settings: Settings) {
        let standard = RestartPolicy()
        condition = settings.choice(
            "restart", default: standard.condition,
            "When the plugin is started again: never (no), when it failed (on-failure), or also when all of its services "
                + "have ended (always). A failure that requires the operator, such as an invalid configuration, never "
                + "causes a restart.")
        delay = settings.duration(
            "restartDelay", default: standard.delay, in: .milliseconds(1) ... .seconds(86_400),
            "The delay before the first restart. Each further start within startLimitInterval doubles it.")
        maximumDelay = settings.duration(
            "restartMaxDelay", default: standard.maximumDelay, in: .milliseconds(1) ... .seconds(86_400),
            "The maximum delay before a restart.")
        burst = settings.integer(
            "startLimitBurst", default: standard.burst, in: 0...1000,
            "The maximum number of starts within startLimitInterval; 0 for any number. A plugin whose address is in use is "
                + "started again without a limit.")
        interval = settings.duration(
            "startLimitInterval", default: standard.interval, in: .milliseconds(1) ... .seconds(86_400),
            "The interval in which starts are counted.")
    }
}

/// The conditions and the times at which a plugin that ended is started again; the keys are those of systemd.service(5)
/// and systemd.unit(5).
public struct RestartPolicy: Sendable, Equatable {
    /// The condition of a restart.
    public enum Condition: String, Sendable, CaseIterable {
        /// The plugin is never restarted.
        case no

        /// The plugin is restarted when it failed.
        case onFailure = "on-failure"

        /// The plugin is also restarted when all of its services have returned.
        case always
    }

    /// The condition of a restart.
    public var condition: Condition

    /// The delay before the first restart.
    ///
    /// Each further start within the interval doubles the delay.
    public var delay: Duration

    /// The maximum delay.
    public var maximumDelay: Duration

    /// The maximum number of starts within the interval; 0 for any number.
    public var burst: Int

    /// The interval in which starts are counted.
    public var interval: Duration

    /// Creates a policy.
    public init(
        condition: Condition = .onFailure, delay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60),
        burst: Int = 5, interval: Duration = .seconds(300)
    ) {
        self.condition = condition
        self.delay = delay
        self.maximumDelay = maximumDelay
        self.burst = burst
        self.interval = interval
    }

    /// The delay before the next start, without jitter.
    ///
    /// - Parameters:
    ///   - starts: The number of starts within the interval, at least 1.
    ///   - isTemporary: Whether the plugin failed for a reason that is expected to pass, so that ``burst`` does not apply.
    /// - Returns: The delay; nil when the plugin may not be started again.
    package func delay(after starts: Int, isTemporary: Bool) -> Duration? {
        if burst > 0 && starts >= burst && !isTemporary { return nil }
        // 2^30 times a millisecond exceeds the maximum value of `restartMaxDelay`.
        return min(maximumDelay, delay * (1 << min(max(starts - 1, 0), 30)))
    }
}

/// The hosts of a cluster on which a plugin runs: the key `placement`.
public enum Placement: String, Sendable, CaseIterable {
    /// The plugin runs on every host that enables it.
    case everywhere

    /// The plugin runs on one of the hosts that enable it. The others take it over when that host stops or fails.
    case single
}
