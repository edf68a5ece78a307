import CommandModel
import HostInterface

/// The plugins that are a problem, as `trellisctl status` shows them.
struct StatusProblems {
    /// The maximum number of shown problems, so that the status fits a page.
    private static let maximumCount = 7

    private let plugins: [HostContract.Plugin]

    /// Selects the plugins that are a problem, the most severe first.
    init(_ plugins: [HostContract.Plugin]) {
        self.plugins = plugins.filter { $0.severity != nil }.sorted { $0.severity ?? .max < $1.severity ?? .max }
    }

    /// The lines: two for each problem, and an empty one at the end; none without problems.
    var lines: [String] {
        guard !plugins.isEmpty else { return [] }
        let shown = plugins.prefix(Self.maximumCount).flatMap { plugin in
            let name = plugin.name.escapingControlCharacters
            let predicate = plugin.state.predicate(reason: plugin.reason).escapingControlCharacters
            return [
                Style.state("\(name) \(predicate)\(origin(of: plugin))", as: plugin.state.rawValue),
                "    " + (plugin.state.advice(plugin: name) ?? "'trellisctl plugin why \(name)' explains it."),
            ]
        }
        let hidden = plugins.count - Self.maximumCount
        return shown + (hidden > 0 ? ["and \(hidden) more: 'trellisctl plugin list' shows them"] : []) + [""]
    }
}

extension StatusProblems {
    /// The operator who enabled the plugin, in parentheses; empty if the configuration did.
    private func origin(of plugin: HostContract.Plugin) -> String {
        plugin.override.map { " (enabled by \($0.user.escapingControlCharacters))" } ?? ""
    }
}

extension HostContract.Plugin {
    /// The place of the plugin among the problems, from the most to the least severe; nil if it is not a problem.
    ///
    /// A plugin that is starting, stopping or being reloaded is in a regular change.
    fileprivate var severity: Int? {
        [.quarantined, .failed, .degraded, .waiting, .stopped].firstIndex(of: state)
    }
}
