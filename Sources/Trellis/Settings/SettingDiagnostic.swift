/// A problem with the value of a setting.
public struct SettingDiagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the key from the root of the configuration.
    public var path: [String]

    /// The problem and its remedy, without a full stop.
    public var message: String

    /// The index of the element with the problem, if the value is a list.
    public var element: Int?

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - path: The path of the key from the root of the configuration.
    ///   - message: The problem and its remedy, without a full stop.
    ///   - element: The index of the element with the problem, if the value is a list. Default: none.
    public init(path: [String], message: String, element: Int? = nil) {
        self.path = path
        self.message = message
        self.element = element
    }

    /// The key and the message.
    public var description: String {
        "\(path.joined(separator: ".")): \(message)"
    }
}
