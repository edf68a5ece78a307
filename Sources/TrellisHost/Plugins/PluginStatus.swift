import Foundation
import HostInterface
import Synchronization
import Trellis

/// What one moment of a plugin's life looks like from outside.
struct PluginStatus: Sendable {
    /// Where the plugin is in its life.
    var state: HostContract.PluginState

    /// When it came there.
    var since: Date

    /// Why it is there, where there is something to say.
    var reason: String?
}

/// What plugins say they are doing: the last text of each.
final class PluginTexts: Sendable {
    private let texts = Mutex<[String: String]>([:])

    /// The last text of a plugin; nil when it took it back, or said nothing.
    func text(of plugin: String) -> String? {
        texts.withLock { $0[plugin] }
    }

    /// Notes what a plugin says.
    ///
    /// An empty text takes back the last one.
    func set(_ text: String, of plugin: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        texts.withLock { $0[plugin] = line.isEmpty ? nil : line }
    }
}
