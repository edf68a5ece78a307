extension Settings {
    /// Reads a text.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The text.
    public func string(_ key: String, default value: String, _ summary: String) -> String {
        text(key, .string, defaultText: value, summary) ?? value
    }

    /// Reads a text that may be absent.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - summary: One sentence on what the key is for, and what its absence means.
    /// - Returns: The text.
    public func string(_ key: String, _ summary: String) -> String? {
        text(key, .string, defaultText: nil, summary)
    }

    /// Reads a list of texts.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The texts.
    public func strings(_ key: String, default value: [String] = [], _ summary: String) -> [String] {
        declare(key, .strings, defaultText: "[\(value.joined(separator: ", "))]", summary)
        return recorder.source.texts(at: path + [key]) ?? value
    }

    /// Reads one of the words of an enumeration: its raw values.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The choice.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, default value: Choice, _ summary: String
    ) -> Choice {
        let words = Choice.allCases.map(\.rawValue)
        return text(key, .choice(words), defaultText: value.rawValue, summary).flatMap(Choice.init(rawValue:)) ?? value
    }

    /// Reads a truth value.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The truth value.
    public func boolean(_ key: String, default value: Bool, _ summary: String) -> Bool {
        text(key, .boolean, defaultText: "\(value)", summary).flatMap(SettingText.boolean) ?? value
    }

    /// Reads a whole number.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - range: The numbers that the key takes.
    ///   - summary: One sentence on what the key is for, with its unit.
    /// - Returns: The number.
    public func integer(_ key: String, default value: Int, in range: ClosedRange<Int>, _ summary: String) -> Int {
        text(key, .integer(range), defaultText: "\(value)", summary).flatMap { Int($0) } ?? value
    }

    /// Reads a span of time.
    ///
    /// - Parameters:
    ///   - key: The key in this section.
    ///   - value: What holds when the key is not given.
    ///   - range: The spans that the key takes.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The span.
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
    ///   - value: What holds when the key is not given.
    ///   - range: The numbers that the key takes.
    ///   - summary: One sentence on what the key is for.
    /// - Returns: The number of bytes.
    public func bytes(
        _ key: String, default value: ByteCount, in range: ClosedRange<ByteCount>, _ summary: String
    ) -> ByteCount {
        text(key, .bytes(range), defaultText: value.text, summary).flatMap { ByteCount(text: $0) } ?? value
    }
}
