import HostInterface
import Trellis

/// A call in progress of a plugin's method.
struct RunningCall: Sendable {
    /// The name of the plugin.
    var plugin: String

    /// The call, with its caller.
    var call: ServerCall

    /// Whether the call may have several replies.
    var isStream: Bool

    /// The time at which the plugin received the call.
    var began: ContinuousClock.Instant

    /// The time since the plugin received the call.
    var age: Duration { began.duration(to: .now) }
}

extension PluginHost {
    /// The calls of plugins' methods that are in progress, the oldest first.
    var runningCalls: [RunningCall] {
        hostedPlugins.flatMap { hosted in
            (hosted.life?.generations ?? []).flatMap(\.calls.current).map { current in
                RunningCall(
                    plugin: hosted.name, call: current.call, isStream: current.isStream, began: current.began)
            }
        }
        .sorted { $0.began < $1.began }
    }

    /// What delays a stop, for people: the calls with one reply that are in progress, or else the plugins whose code runs or
    /// that have not stopped.
    var stopDelays: [(plugin: String, text: String)] {
        let calls = runningCalls.filter { !$0.isStream }.map { running in
            let age = Duration.seconds(running.age.components.seconds).systemdText
            return (
                running.plugin,
                "\(running.plugin) (\(running.call.qualifiedMethod) for \(age), connection \(running.call.context.connection))"
            )
        }
        return calls.isEmpty ? unstopped.map { ($0, $0) } : calls
    }
}
