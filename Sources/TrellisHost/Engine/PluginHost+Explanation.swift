import Foundation
import HostInterface
import Synchronization
import Trellis

extension PluginHost {
    /// Explains the state of a plugin.
    ///
    /// - Parameter name: The name of the plugin.
    /// - Returns: The explanation.
    /// - Throws: `HostError.noSuchPlugin` when no plugin has the name.
    func explain(_ name: String) throws -> HostContract.ExplainPluginReply {
        let path = ["plugins", name, "enabled"]
        let plugin = try index(of: name)
        guard let setting = configuration.settings.first(where: { $0.declaration.path == path }) else {
            preconditionFailure("every plugin has the setting 'enabled'")
        }
        let points = hostedPlugins.map(\.declaration.extensionPoints)
        let (extended, declared) = (Set(points[plugin].extended.map(\.key)), Set(points[plugin].declared.map(\.key)))
        let extensions = points.indices.filter { points[$0].declared.contains { extended.contains($0.key) } }
        let contributors = points.indices.filter { index in
            hostedPlugins[index].plugin.isEnabled && points[index].extended.contains { declared.contains($0.key) }
        }
        let (members, obstacles) = loop.read { ($0.members, $0.obstacles(of: plugin)) }
        return HostContract.ExplainPluginReply(
            condition: condition(of: plugin), enabled: HostContract.Setting(setting),
            required: members[plugin].isRequired,
            requires: conditions(of: members[plugin].requirements.sorted()),
            requiredBy: conditions(of: members.indices.filter { members[$0].requirements.contains(plugin) }),
            obstacles: conditions(of: obstacles),
            events: events.history(of: name).events.map { HostContract.Event($0) },
            extends: conditions(of: extensions), extendedBy: conditions(of: contributors),
            jobs: jobs(of: hostedPlugins[plugin]),
            grants: hostedPlugins[plugin].plugin.registration.manifest.grants.map(\.rawValue).sorted())
    }

    /// The last starts of the plugins, in the order in which they began.
    ///
    /// - Parameter origin: The start time of the daemon.
    /// - Returns: The starts.
    func starts(since origin: Date) -> [HostContract.PluginStart] {
        let members = loop.read(\.members)
        let histories = members.map { events.history(of: $0.name).lastStart }
        let started = members.indices.compactMap { index in histories[index].map { (index, start: $0) } }
        return started.sorted { $0.start.began < $1.start.began }.map { index, start in
            let requirements = members[index].requirements.filter { requirement in
                histories[requirement]?.ended.map { $0 <= start.began } ?? false
            }
            return HostContract.PluginStart(
                plugin: members[index].name, began: start.began.rfc3339WithMilliseconds,
                offset: Self.microseconds(from: origin, to: start.began),
                microseconds: start.ended.map { Self.microseconds(from: start.began, to: $0) },
                failed: start.hasFailed, after: requirements.map { members[$0].name })
        }
    }

    /// The last stops of the plugins, in the order in which they began.
    ///
    /// A plugin closes after the plugins that hold its instances. This time is not a part of its stop.
    ///
    /// - Parameter origin: The start time of the daemon.
    /// - Returns: The stops.
    func stops(since origin: Date) -> [HostContract.PluginStop] {
        let members = loop.read(\.members)
        let stops = members.map { events.history(of: $0.name).lastStop }
        let periods = members.indices.compactMap { index in
            stops[index].map { stop -> (index: Int, after: [Int], began: Date, ended: Date?) in
                let period = stop.began...max(stop.began, stop.ended ?? .distantFuture)
                let dependents = members.indices.filter { dependent in
                    members[dependent].requirements.contains(index)
                        && stops[dependent]?.ended.map(period.contains) ?? false
                }
                let began = dependents.compactMap { stops[$0]?.ended }.max() ?? stop.began
                return (index, dependents, began, stop.ended)
            }
        }
        return periods.sorted { $0.began < $1.began }.map { period in
            HostContract.PluginStop(
                plugin: members[period.index].name, began: period.began.rfc3339WithMilliseconds,
                offset: Self.microseconds(from: origin, to: period.began),
                microseconds: period.ended.map { Self.microseconds(from: period.began, to: $0) },
                after: period.after.map { members[$0].name })
        }
    }

    /// The time between two points; 0 if the clock was set back in between.
    private static func microseconds(from start: Date, to end: Date) -> Int {
        Int((max(0, end.timeIntervalSince(start)) * 1_000_000).rounded())
    }
}

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
