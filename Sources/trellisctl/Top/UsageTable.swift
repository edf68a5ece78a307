import CommandModel
import HostInterface
import OpenMetrics
import Varlink

/// The texts of a ``Usage``.
enum UsageTable {
    private static let header = ["PLUGIN", "STATE", "CPU %", "CALLS/S", "ERR/S", "P50", "P99", "SCOPES", "STREAMS"]
    private static let kinds: [Table.Kind] = [.text, .text] + Array(repeating: .number, count: header.count - 2)

    /// Returns the lines for a display.
    ///
    /// - Parameters:
    ///   - usage: The usage.
    ///   - columns: The width of the display; nil if it is unlimited.
    ///   - rows: The height of the display; nil if it is unlimited. The last line then counts the hidden plugins.
    /// - Returns: The lines, without newlines.
    static func lines(_ usage: Usage, columns: Int?, rows: Int? = nil) -> [String] {
        let cells = usage.plugins.map { Self.cells(of: $0) }
        let table = Table(header: header, rows: cells, kinds: kinds, columns: columns)
        let summary =
            "trellisd: \(percent(usage.processors)) % CPU, \(bytes(usage.memory)), \(usage.connections) "
            + (usage.connections == 1 ? "connection" : "connections")
        var lines = [summary, table.headerLine(style: Style.heading)]
        lines += cells.map { table.line(of: $0, style: Style.cell) }
        if let rows, lines.count > rows, rows > 3 {
            let hidden = lines.count - rows + 1
            lines.removeLast(hidden)
            lines.append(Style.quiet("and \(hidden) more"))
        }
        return lines
    }

    /// Returns the JSON object of a plugin: rates per second, durations in seconds.
    static func object(_ plugin: Usage.Plugin) -> JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
        var object = JSONObject()
        object["plugin"] = .string(plugin.name)
        object["state"] = plugin.state.map { .string($0.rawValue) } ?? .null
        object["enabledBy"] = plugin.override.map { .string($0.user) } ?? .null
        object["processors"] = number(plugin.rates.processors)
        object["calls"] = .number(plugin.rates.calls)
        object["failedCalls"] = .number(plugin.rates.failedCalls)
        object["median"] = number(plugin.rates.median)
        object["percentile99"] = number(plugin.rates.percentile99)
        object["scopes"] = plugin.rates.scopes.map { .integer(Int64($0)) } ?? .null
        object["streams"] = .integer(Int64(plugin.rates.streams))
        return .object(object)
    }

    private static func cells(of plugin: Usage.Plugin) -> [String] {
        [
            plugin.name.escapingControlCharacters, plugin.state?.text(with: plugin.override) ?? "",
            plugin.rates.processors.map(percent) ?? "", rate(plugin.rates.calls), rate(plugin.rates.failedCalls),
            plugin.rates.median.map(duration) ?? "", plugin.rates.percentile99.map(duration) ?? "",
            plugin.rates.scopes.map(String.init) ?? "", "\(plugin.rates.streams)",
        ]
    }

    private static func percent(_ processors: Double) -> String { decimal(processors * 100) }

    private static func rate(_ value: Double) -> String {
        value < 100 ? decimal(value) : "\(Int(clamping: value.rounded()))"
    }

    /// A number with one decimal.
    private static func decimal(_ value: Double) -> String {
        let tenths = Int(clamping: (value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func duration(_ seconds: Double) -> String {
        DurationText.measured(microseconds: Int(clamping: (seconds * 1e6).rounded()))
    }

    private static func bytes(_ count: Int) -> String { "\(decimal(Double(count) / Double(1 << 20))) MiB" }
}
