import HostInterface
import Varlink

/// The analysis of the starts and stops of plugins.
enum PluginPeriods {
    /// Requests the last starts of the plugins.
    ///
    /// - Parameter connection: The connection to the daemon.
    /// - Returns: The starts, in the order in which they began.
    /// - Throws: The error of the call.
    static func starts(on connection: VarlinkConnection) async throws -> [HostContract.PluginStart] {
        var starts: [HostContract.PluginStart] = []
        for try await reply in HostClient(connection).listStarts() {
            if let start = reply.start { starts.append(start) }
        }
        return starts
    }

    /// Requests the last stops of the plugins.
    ///
    /// - Parameter connection: The connection to the daemon.
    /// - Returns: The stops, in the order in which they began.
    /// - Throws: The error of the call.
    static func stops(on connection: VarlinkConnection) async throws -> [HostContract.PluginStop] {
        var stops: [HostContract.PluginStop] = []
        for try await reply in HostClient(connection).listStops() {
            if let stop = reply.stop { stops.append(stop) }
        }
        return stops
    }

    /// Returns starts or stops by their duration, the longest first; those that have not ended precede all others.
    static func byDuration<Period: PluginPeriod>(_ periods: [Period]) -> [Period] {
        periods.enumerated().sorted { first, second in
            let durations = [first, second].map { $0.element.microseconds ?? .max }
            return durations[0] == durations[1] ? first.offset < second.offset : durations[0] > durations[1]
        }.map(\.element)
    }

    /// Returns the plugins that determined the end of a start or a stop.
    ///
    /// - Parameters:
    ///   - plugin: The plugin. Default: the one whose start or stop ended last, or has not ended.
    ///   - periods: The starts or stops of all plugins.
    /// - Returns: The start or stop of the plugin, then the one that ended last among those for which it waited, and so
    ///   on; empty if there is none of the plugin.
    static func criticalChain<Period: PluginPeriod>(of plugin: String? = nil, in periods: [Period]) -> [Period] {
        let first = plugin == nil ? last(of: periods) : periods.first { $0.plugin == plugin }
        var chain: [Period] = []
        var next = first
        // The daemon sends no cycles. If there is one nevertheless, the chain ends at the first repetition.
        while let period = next, !chain.contains(period) {
            chain.append(period)
            next = last(of: periods.filter { period.after.contains($0.plugin) })
        }
        return chain
    }

    private static func last<Period: PluginPeriod>(of periods: [Period]) -> Period? {
        periods.max { ($0.end ?? .max) < ($1.end ?? .max) }
    }
}
