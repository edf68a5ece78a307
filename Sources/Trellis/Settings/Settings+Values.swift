extension Settings {
    /// Reads a string.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured string; the default value when the key is not set.
    public func string(_ key: String, default value: String, _ summary: String) -> String {
        text(key, .string, defaultText: value, summary) ?? value
    }

    /// Reads an optional string.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - summary: One sentence that describes the purpose of the key and the meaning of its absence.
    /// - Returns: The configured string; nil when the key is not set.
    public func string(_ key: String, _ summary: String) -> String? {
        text(key, .string, defaultText: nil, summary)
    }

    /// Reads an optional secret: a string that the daemon never shows.
    ///
    /// Prefer a credential to a secret in the configuration, because systemd can encrypt a credential, and passes it
    /// only to the daemon: see ``PluginEnvironment/credential(_:)``.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - summary: One sentence that describes the purpose of the key and the meaning of its absence.
    /// - Returns: The configured secret; nil when the key is not set.
    public func secret(_ key: String, _ summary: String) -> Secret? {
        text(key, .secret, defaultText: nil, summary).map(Secret.init)
    }

    /// Reads a list of strings.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured list; the default value when the key is not set.
    public func strings(_ key: String, default value: [String] = [], _ summary: String) -> [String] {
        declare(key, .strings, default: .texts(value), summary)
        return recorder.source.texts(at: path + [key]) ?? value
    }

    /// Reads a case of an enumeration by its raw value.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured case; the default value when the key is not set or the value is invalid.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, default value: Choice, _ summary: String
    ) -> Choice {
        let words = Choice.allCases.map(\.rawValue)
        return text(key, .choice(words), defaultText: value.rawValue, summary).flatMap(Choice.init(rawValue:)) ?? value
    }

    /// Reads a Boolean value.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured value; the default value when the key is not set or the value is invalid.
    public func boolean(_ key: String, default value: Bool, _ summary: String) -> Bool {
        text(key, .boolean, defaultText: "\(value)", summary).flatMap(SettingText.boolean) ?? value
    }

    /// Reads an integer.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - range: The valid values.
    ///   - summary: One sentence that describes the purpose of the key, with its unit.
    /// - Returns: The configured value; the default value when the key is not set or the value is invalid.
    public func integer(_ key: String, default value: Int, in range: ClosedRange<Int>, _ summary: String) -> Int {
        text(key, .integer(range), defaultText: "\(value)", summary).flatMap { Int($0) } ?? value
    }

    /// Reads a duration.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - range: The valid values.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured value; the default value when the key is not set or the value is invalid.
    public func duration(
        _ key: String, default value: Duration, in range: ClosedRange<Duration>, _ summary: String
    ) -> Duration {
        text(key, .duration(range), defaultText: value.systemdText, summary)
            .flatMap { Duration(systemdText: $0) } ?? value
    }

    /// Reads a number of bytes.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: The default value.
    ///   - range: The valid values.
    ///   - summary: One sentence that describes the purpose of the key.
    /// - Returns: The configured value; the default value when the key is not set or the value is invalid.
    public func bytes(
        _ key: String, default value: ByteCount, in range: ClosedRange<ByteCount>, _ summary: String
    ) -> ByteCount {
        text(key, .bytes(range), defaultText: value.text, summary).flatMap { ByteCount(text: $0) } ?? value
    }
}
