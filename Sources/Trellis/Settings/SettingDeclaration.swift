/// The declaration of a configuration key: its name, type, default value and purpose.
public struct SettingDeclaration: Sendable, Hashable {
    /// The path of the key in the section that declares it: `["history"]`, `["api", "baseURL"]`.
    public var path: [String]

    /// The type of the value.
    public var type: SettingType

    /// The default value; nil when there is none.
    public var defaultValue: SettingValue?

    /// The default value as one string; nil when there is none.
    public var defaultText: String? { defaultValue?.text }

    /// One sentence that describes the purpose of the key.
    public var summary: String

    /// Creates a declaration.
    ///
    /// - Parameters:
    ///   - path: The path of the key in the section that declares it.
    ///   - type: The type of the value.
    ///   - defaultValue: The default value; nil when there is none.
    ///   - summary: One sentence that describes the purpose of the key.
    public init(path: [String], type: SettingType, defaultValue: SettingValue?, summary: String) {
        self.path = path
        self.type = type
        self.defaultValue = defaultValue
        self.summary = summary
    }
}
