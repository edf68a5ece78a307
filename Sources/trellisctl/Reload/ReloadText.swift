import CommandModel
import HostInterface

/// A plan of a reload as lines of text: the consequences of the reload, or what the reload has done.
///
///     items: reconfigure: its configuration has changed
///       plugins.items.history: 12h -> 1d (/etc/trellis/trellis.yaml:7:14)
///     The daemon:
///       log.level: info -> debug (/etc/trellis/trellis.yaml:2:10)
struct ReloadText {
    /// Whether the reload is only planned.
    enum Tense { case plan, outcome }

    /// The plan.
    let plan: HostContract.ReloadPlan
    private let tense: Tense
    private let watched: [String]

    /// Describes a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan, as the daemon sends it.
    ///   - tense: Whether the plan has been applied.
    ///   - watched: The plugins that the daemon still watches. Default: none.
    init(_ plan: HostContract.ReloadPlan, _ tense: Tense, watching watched: [String] = []) {
        self.plan = plan
        self.tense = tense
        self.watched = watched
    }

    /// Whether the plan has no consequences.
    var isEmpty: Bool { changes.isEmpty && plan.settings.isEmpty && plan.afterRestart.isEmpty }

    /// The lines, without control characters.
    var lines: [String] {
        guard !isEmpty else { return [tense == .plan ? "Nothing changes." : "Nothing has changed."] }
        var lines = changes.flatMap(lines)
        lines += Self.section("The daemon:", plan.settings)
        lines += Self.section("The daemon, after a restart:", plan.afterRestart)
        if changes.count < plan.plugins.count { lines.append("The other plugins are not affected.") }
        if !watched.isEmpty {
            lines.append(
                "If \(watched.joined(separator: " or ")) fails or becomes unhealthy within confirmHealth, the daemon returns to the "
                    + "previous configuration.")
        }
        if tense == .plan { lines.append("To apply exactly this plan: trellisctl reload --plan \(plan.hash)") }
        return lines.map(\.escapingControlCharacters)
    }

    /// The plugins that the reload affects, and those that it keeps for a reason.
    private var changes: [HostContract.PluginChange] {
        plan.plugins.filter { $0.action != .keep || $0.reason != nil || !$0.settings.isEmpty }
    }

    private func lines(of change: HostContract.PluginChange) -> [String] {
        let action = tense == .plan ? change.action.rawValue : change.action.participle
        var lines = ["\(change.plugin): \(action)" + (change.reason.map { ": \($0)" } ?? "")]
        lines += change.settings.map(Self.line)
        if !change.affected.isEmpty {
            let verb = tense == .plan ? "restarts" : "restarted"
            lines.append("  \(verb) with it: " + change.affected.joined(separator: ", "))
        }
        return lines
    }

    private static func section(_ heading: String, _ settings: [HostContract.SettingChange]) -> [String] {
        settings.isEmpty ? [] : [heading] + settings.map(line)
    }

    private static func line(of setting: HostContract.SettingChange) -> String {
        "  \(setting.key): \(text(setting.from)) -> \(text(setting.to))"
            + (setting.location.map { " (\($0))" } ?? (setting.to == nil ? "" : " (default)"))
    }

    /// A value; a list may be empty.
    private static func text(_ value: String?) -> String { value.map { $0.isEmpty ? "empty" : $0 } ?? "not set" }
}

extension HostContract.ReloadAction {
    /// The action as a participle: `restarted`.
    var participle: String {
        switch self {
        case .keep: "kept"
        case .reconfigure: "reconfigured"
        case .restart: "restarted"
        case .start: "started"
        case .stop: "stopped"
        }
    }
}
