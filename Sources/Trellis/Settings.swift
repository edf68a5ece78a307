/// One section of the configuration, as the initializer of a configuration type reads it.
///
/// Reading a key declares it. The same initializer therefore has two uses. With the merged layers of the configuration
/// as its source, it reads the values. With `NoSettings`, it only declares all keys with type, range and default
/// value, so that a configuration can be validated and documented.
///
/// ```swift
/// public init(from settings: Settings) {
///     store = settings.choice("store", default: .sqlite, "The storage of the items.")
///     history = settings.duration("history", default: .seconds(604_800), in: .zero ... .seconds(31_557_600),
///         "The time for which changes are kept.")
/// }
/// ```
///
/// An invalid value is recorded as a diagnostic and replaced by the default value, so one pass finds all problems of a
/// configuration. Read every key unconditionally: a key that is read under a condition is not declared when the
/// condition is false.
public struct Settings {
    /// The path of the section from the root of the configuration.
    public let path: [String]

    let recorder: Recorder

    /// The declarations and diagnostics of one pass over a configuration.
    final class Recorder {
        let source: any SettingsSource
        var declarations: [SettingDeclaration] = []
        var diagnostics: [SettingDiagnostic] = []
        var claims: [SettingClaim] = []

        init(source: any SettingsSource) {
            self.source = source
        }
    }

    /// Creates the settings of a section.
    ///
    /// - Parameters:
    ///   - path: The path of the section from the root of the configuration.
    ///   - source: The source of the values.
    package init(path: [String], source: any SettingsSource) {
        self.path = path
        self.recorder = Recorder(source: source)
    }

    private init(path: [String], recorder: Recorder) {
        self.path = path
        self.recorder = recorder
    }

    /// The declarations of the keys that have been read in this section and its subsections, in the order of reading.
    ///
    /// The paths of the declarations start at the root of the configuration.
    package var declarations: [SettingDeclaration] { recorder.declarations }

    /// The problems of the values that have been read.
    package var diagnostics: [SettingDiagnostic] { recorder.diagnostics }

    /// The things that values name and that can be used only once.
    package var claims: [SettingClaim] { recorder.claims }

    /// Returns a subsection.
    /// - Parameter key: The key of the subsection in this section.
    /// - Returns: The subsection, whose declarations and diagnostics are recorded with those of this section.
    public func section(_ key: String) -> Settings {
        Settings(path: path + [key], recorder: recorder)
    }

    /// Rejects a value for a reason that its type does not express, for example because it contradicts another key.
    ///
    /// - Parameters:
    ///   - key: The key whose value is rejected.
    ///   - message: The problem and its remedy, without a full stop.
    ///   - element: The index of the element with the problem, if the value is a list. Default: none.
    public func reject(_ key: String, _ message: String, element: Int? = nil) {
        recorder.diagnostics.append(SettingDiagnostic(path: path + [key], message: message, element: element))
    }

    /// Declares that a value names something that can be used only once, such as an address to listen on.
    ///
    /// A configuration in which two enabled plugins claim the same thing is invalid.
    ///
    /// - Parameters:
    ///   - key: The key with the value.
    ///   - resource: The name of the thing, for comparison and for messages, such as `127.0.0.1:9464`.
    public func claim(_ key: String, _ resource: String) {
        recorder.claims.append(SettingClaim(path: path + [key], resource: resource))
    }

    /// Declares a key, and returns the text of its value if the value is valid.
    func text(_ key: String, _ type: SettingType, defaultText: String?, _ summary: String) -> String? {
        declare(key, type, default: defaultText.map { .text($0) }, summary)
        guard let text = recorder.source.text(at: path + [key]) else { return nil }
        if let message = type.diagnostic(for: text) {
            reject(key, message)
            return nil
        }
        return text
    }

    func declare(_ key: String, _ type: SettingType, default value: SettingValue?, _ summary: String) {
        recorder.declarations.append(
            SettingDeclaration(path: path + [key], type: type, defaultValue: value, summary: summary))
    }
}

/// The claim of a setting to something that can be used only once.
package struct SettingClaim: Sendable, Hashable {
    /// The path of the key from the root of the configuration.
    package var path: [String]

    /// The name of the thing, such as `127.0.0.1:9464`.
    package var resource: String
}

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

/// A source of setting values: the merged layers of a configuration.
package protocol SettingsSource {
    /// Returns the value of a key, from the highest layer that sets the key.
    /// - Parameter path: The path of the key from the root of the configuration.
    /// - Returns: The text of the value, or nil when no layer sets the key.
    func text(at path: [String]) -> String?

    /// Returns the value of a key that is a list.
    /// - Parameter path: The path of the key from the root of the configuration.
    /// - Returns: The elements, or nil when no layer sets the key.
    func texts(at path: [String]) -> [String]?
}

/// An empty source: every key has its default value.
package struct NoSettings: SettingsSource {
    /// Creates an empty source.
    package init() {}

    /// Returns nil, because no key is set.
    package func text(at path: [String]) -> String? { nil }

    /// Returns nil, because no key is set.
    package func texts(at path: [String]) -> [String]? { nil }
}

/// The parsers of setting values.
enum SettingText {
    private static let trueWords = ["true", "yes", "on", "1", "y", "t"]
    private static let falseWords = ["false", "no", "off", "0", "n", "f"]

    /// Parses a Boolean value as systemd does (`parse_boolean` in systemd's `src/basic/parse-util.c`).
    static func boolean(_ text: String) -> Bool? {
        let word = text.lowercased()
        return trueWords.contains(word) ? true : falseWords.contains(word) ? false : nil
    }

    /// A regular expression for the Boolean values, without anchors.
    static var booleanPattern: String {
        // The regular expressions of JSON Schema cannot ignore case.
        (trueWords + falseWords).map { word in
            word.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : "\($0)" }.joined()
        }.joined(separator: "|")
    }
}
