import Foundation
import HostInterface
import Synchronization
import Trellis

/// The status of a plugin.
struct PluginStatus: Sendable, Equatable {
    /// The state of the plugin.
    var state: HostContract.PluginState

    /// The time of the last change of the state.
    var since: Date

    /// The reason for the state, if any.
    var reason: String?

    /// The time of the next start, while the plugin waits for it after a failure.
    var nextStart: Date?

    /// The time until the next start, in full seconds unless it is shorter than one.
    func delay(from now: Date) -> Duration {
        let seconds = nextStart.map { max(0, $0.timeIntervalSince(now)) } ?? 0
        return seconds < 1 ? .milliseconds(Int(seconds * 1000)) : .seconds(Int(seconds.rounded()))
    }
}

/// The latest status text of each plugin.
final class StatusTexts: Sendable {
    private let texts = Mutex<[String: String]>([:])

    /// The status text of a plugin; nil when it has none.
    func text(of plugin: String) -> String? {
        texts.withLock { $0[plugin] }
    }

    /// Sets the status text of a plugin; an empty text removes it.
    func set(_ text: String, of plugin: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        texts.withLock { $0[plugin] = line.isEmpty ? nil : line }
    }
}
