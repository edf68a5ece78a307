/// A problem with the value of a setting.
public struct SettingDiagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the key from the root of the configuration.
    public var path: [String]

    /// The problem and its remedy, without a full stop.
    public var message: String

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - path: The path of the key from the root of the configuration.
    ///   - message: The problem and its remedy, without a full stop.
    public init(path: [String], message: String) {
        self.path = path
        self.message = message
    }

    /// The key and the message.
    public var description: String {
        "\(path.joined(separator: ".")): \(message)"
    }
}
