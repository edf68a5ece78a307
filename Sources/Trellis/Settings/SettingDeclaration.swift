/// The declaration of a configuration key: its name, type, default value and purpose.
public struct SettingDeclaration: Sendable, Hashable {
    /// The key, from the section that declares it: `["history"]`, `["api", "baseURL"]`.
    public var path: [String]

    /// The type of the value.
    public var type: SettingType

    /// The default value in its text form; nil when there is no default value.
    public var defaultText: String?

    /// One sentence that describes the purpose of the key.
    public var summary: String

    /// Creates a declaration.
    ///
    /// - Parameters:
    ///   - path: The key, from the section that declares it.
    ///   - type: The type of the value.
    ///   - defaultText: The default value in its text form; nil when there is no default value.
    ///   - summary: One sentence that describes the purpose of the key.
    public init(path: [String], type: SettingType, defaultText: String?, summary: String) {
        self.path = path
        self.type = type
        self.defaultText = defaultText
        self.summary = summary
    }
}
