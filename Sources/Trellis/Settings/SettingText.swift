/// Parsing of setting values.
enum SettingText {
    /// Parses a Boolean value as systemd does (`parse_boolean` in systemd's `src/basic/parse-util.c`).
    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1", "y", "t": true
        case "false", "no", "off", "0", "n", "f": false
        default: nil
        }
    }
}
