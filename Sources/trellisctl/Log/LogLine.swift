import CommandModel
import HostInterface

/// A log entry as a line of text.
enum LogLine {
    /// Returns a line with the time, the level, the logger, the message and the fields of an entry.
    ///
    ///     2026-11-22 06:20:01.123 warning  items: the plugin is degraded reason="no space left" request=17.3
    ///
    /// - Parameters:
    ///   - entry: The log entry, as the daemon sends it.
    ///   - isLocalTime: Whether the time is in the local time zone; otherwise it is in UTC.
    /// - Returns: The line, without a newline.
    static func text(_ entry: HostContract.LogEntry, isLocalTime: Bool) -> String {
        let level = entry.level.rawValue
        let name = entry.logger.hasPrefix("trellis.") ? String(entry.logger.dropFirst("trellis.".count)) : entry.logger
        var line = isLocalTime ? TimeText.localWithMilliseconds(entry.time) : entry.time
        line += " \(level)" + String(repeating: " ", count: max(1, 9 - level.count)) + "\(name): \(entry.message)"
        var fields = entry.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        // The name of the logger is that of the plugin, unless the daemon logged the entry.
        if let plugin = entry.plugin, plugin != name { fields.append(("plugin", plugin)) }
        if let request = entry.requestID { fields.append(("request", request)) }
        for (key, value) in fields { line += " \(key)=\(quoted(value))" }
        return line.escapingControlCharacters
    }

    /// Returns a value of a field, in quotes if it has blanks or other separators.
    static func quoted(_ value: String) -> String {
        guard value.isEmpty || value.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return value }
        return "\"" + value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    }
}
