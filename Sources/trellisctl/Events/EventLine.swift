import CommandModel
import HostInterface

/// An event of the daemon as a line of text.
enum EventLine {
    /// Returns a line with the time, the number and the description of an event.
    ///
    ///     2026-11-22 06:20:01.123  17  items: running -> degraded: item store: no space left on device
    ///
    /// - Parameters:
    ///   - event: The event, as the daemon sends it.
    ///   - isLocalTime: Whether times are in the local time zone; otherwise they are in UTC.
    /// - Returns: The line, without a newline.
    static func text(_ event: HostContract.Event, isLocalTime: Bool) -> String {
        "\(time(event.time, isLocalTime))  \(event.sequence)  \(description(of: event, isLocalTime: isLocalTime))"
            .escapingControlCharacters
    }

    /// Returns the description of an event without its time.
    static func description(of event: HostContract.Event, isLocalTime: Bool) -> String {
        if let transition = event.transition {
            let new = transition.to.text(with: transition.override)
            let change = transition.from == transition.to ? new : "\(transition.from.rawValue) -> \(new)"
            return "\(transition.plugin): \(change)"
                + (transition.nextStart.map { ", next start at \(time($0, isLocalTime))" } ?? "")
                + (transition.reason.map { ": \($0)" } ?? "")
        }
        if let fault = event.fault { return description(of: fault) }
        if let reload = event.reload { return description(of: reload) }
        if let gap = event.gap { return "(\(description(of: gap)))" }
        // This line is not reached: the daemon sets the field that belongs to the kind of the event.
        return event.kind.rawValue
    }

    private static func description(of fault: HostContract.PluginFault) -> String {
        let details = [("instance", fault.instance), ("scope", fault.scope), ("location", fault.location)]
        return "\(fault.plugin): fault: \(fault.message)"
            + details.map { name, value in value.map { " \(name)=\(LogLine.quoted($0))" } ?? "" }.joined()
    }

    private static func description(of reload: HostContract.ReloadRecord) -> String {
        let outcome =
            switch reload.outcome {
            case .done: "reload done"
            case .failed: "reload failed"
            case .rolledBack: "reload rolled back"
            }
        let changes = reload.plugins.map { "\($0.plugin) \($0.action.participle)" }.joined(separator: ", ")
        // After a failure the plugins are as before, and the reason names the one that failed.
        let details = reload.outcome == .done ? changes : reload.message ?? ""
        return details.isEmpty ? outcome : "\(outcome): \(details)"
    }

    private static func description(of gap: HostContract.EventGap) -> String {
        switch (gap.reason, gap.count) {
        case (.restarted, _): "the daemon has restarted; events of its previous run may be missing"
        case (.overwritten, 1?): "1 event is missing: it was overwritten"
        case (.overwritten, let count?): "\(count) events are missing: they were overwritten"
        case (.overwritten, nil): "events are missing: they were overwritten"
        }
    }

    private static func time(_ text: String, _ isLocalTime: Bool) -> String {
        isLocalTime ? TimeText.localWithMilliseconds(text) : text
    }
}
