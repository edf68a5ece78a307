import HostInterface
import Varlink

/// The analysis of the starts of plugins.
enum PluginStarts {
    /// Requests the last starts of the plugins.
    ///
    /// - Parameter connection: The connection to the daemon.
    /// - Returns: The starts, in the order in which they began.
    /// - Throws: The error of the call.
    static func list(on connection: VarlinkConnection) async throws -> [HostContract.PluginStart] {
        var starts: [HostContract.PluginStart] = []
        for try await reply in HostClient(connection).listStarts() {
            if let start = reply.start { starts.append(start) }
        }
        return starts
    }

    /// Returns the starts by their duration, the longest first; those that have not ended precede all others.
    static func byDuration(_ starts: [HostContract.PluginStart]) -> [HostContract.PluginStart] {
        starts.enumerated().sorted { first, second in
            let durations = [first, second].map { $0.element.microseconds ?? .max }
            return durations[0] == durations[1] ? first.offset < second.offset : durations[0] > durations[1]
        }.map(\.element)
    }

    /// Returns the plugins that determined the end of a start.
    ///
    /// - Parameters:
    ///   - plugin: The plugin. Default: the one whose start ended last, or has not ended.
    ///   - starts: The starts of all plugins.
    /// - Returns: The start of the plugin, then the start that ended last among those for which it waited, and so on;
    ///   empty if the plugin has not been started.
    static func criticalChain(
        of plugin: String? = nil, in starts: [HostContract.PluginStart]
    ) -> [HostContract.PluginStart] {
        let first = plugin == nil ? last(of: starts) : starts.first { $0.plugin == plugin }
        var chain: [HostContract.PluginStart] = []
        var next = first
        // The daemon sends no cycles. If there is one nevertheless, the chain ends at the first repetition.
        while let start = next, !chain.contains(start) {
            chain.append(start)
            next = last(of: starts.filter { start.after.contains($0.plugin) })
        }
        return chain
    }

    private static func last(of starts: [HostContract.PluginStart]) -> HostContract.PluginStart? {
        starts.max { ($0.end ?? .max) < ($1.end ?? .max) }
    }
}

extension HostContract.PluginStart {
    /// The time from the start of the daemon to the end of this start, in microseconds; nil while the plugin starts.
    var end: Int? { microseconds.map { offset + $0 } }

    /// The duration as text; nil while the plugin starts.
    var durationText: String? { microseconds.map(Self.text) }

    /// Returns a number of microseconds as text: `850 µs`, `12.3 ms`, `4.2 s`.
    static func text(_ microseconds: Int) -> String { AuditRecord.text(ofMicroseconds: Int64(microseconds)) }
}
