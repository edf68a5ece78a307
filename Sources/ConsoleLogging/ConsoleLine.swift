import LogSupport
import Logging
import RFC3339

/// A log message in the form of a console line.
///
///     06:20:01.123 warning  items: Slow commit plugin=items duration="1.2 s"
///
/// Control characters are escaped, and the second and later lines of a message are indented. A message or a value
/// therefore can't move the cursor, change colors, or begin a line that looks like another message.
struct ConsoleLine {
    var time: Timestamp
    var label: String
    var event: LogEvent
    /// The metadata, in the order of the line.
    var metadata: [(key: String, value: Logger.Metadata.Value)]

    func text(style: ConsoleStyle) -> String {
        if style.isJSON { return json }
        let paint = style.isColored ? Paint.colored : Paint.plain
        let level = event.level.rawValue
        let message = event.error.map { "\(event.message): \($0)" } ?? "\(event.message)"
        var line = paint(time.consoleText(showsDate: style.showsDate), .dim)
        line += " " + paint(level, .level(event.level))
        line += String(repeating: " ", count: max(1, 9 - level.count))
        line += paint(escapingControlCharacters(in: label), .label) + ": " + Self.indented(message)
        for (key, value) in metadata {
            line += " " + paint("\(escapingControlCharacters(in: key))=\(Self.quoted("\(value)"))", .dim)
        }
        return line + "\n"
    }

    /// The message as a JSON object: time, level, logger, message, error and metadata, all of them texts.
    private var json: String {
        var fields = [
            ("time", time.rfc3339(fractionDigits: 6)), ("level", event.level.rawValue), ("logger", label),
            ("message", "\(event.message)"),
        ]
        if let error = event.error { fields.append(("error", "\(error)")) }
        let members = fields.map { "\(Self.jsonText($0.0)):\(Self.jsonText($0.1))" }
        let metadata = metadata.map { "\(Self.jsonText($0.key)):\(Self.jsonText("\($0.value)"))" }
        return "{\((members + ["\"metadata\":{\(metadata.joined(separator: ","))}"]).joined(separator: ","))}\n"
    }

    /// Returns a JSON string (RFC 8259, 7), in which control characters are escaped.
    private static func jsonText(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func indented(_ message: String) -> String {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
            $0.split(separator: "\r\n", omittingEmptySubsequences: false)
        }
        while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { escapingControlCharacters(in: String($0)) }.joined(separator: "\n    ")
    }

    private static func quoted(_ value: String) -> String {
        let escaped = escapingControlCharacters(in: value)
        let needsQuotes = escaped.isEmpty || escaped.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        guard needsQuotes else { return escaped }
        let inner = escaped.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
        return "\"\(inner)\""
    }
}

/// Adds colors to text, or returns it unchanged.
private enum Paint {
    case colored
    case plain

    enum Role {
        case dim
        case label
        case level(Logger.Level)
    }

    func callAsFunction(_ text: String, _ role: Role) -> String {
        guard self == .colored, let code = Self.code(role) else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// The parameter of the sequence "Select Graphic Rendition" (ECMA-48, 8.3.117).
    private static func code(_ role: Role) -> String? {
        switch role {
        case .dim: "2"
        case .label: "36"
        case .level(.critical): "1;31"
        case .level(.error): "31"
        case .level(.warning): "33"
        case .level(.notice): "1"
        case .level(.info): nil
        case .level(.debug), .level(.trace): "2"
        }
    }
}
