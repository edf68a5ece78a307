/// One key of a configuration: what it is called, what it takes, and what holds when it is not given.
public struct SettingDeclaration: Sendable, Hashable {
    /// The key, from the section that declares it downwards: `["history"]`, `["api", "baseURL"]`.
    public var path: [String]

    /// What the key takes.
    public var type: SettingType

    /// What holds when the key is not given, as a value would be written; nil when nothing does.
    public var defaultText: String?

    /// One sentence on what the key is for.
    public var summary: String

    /// Creates a declaration.
    ///
    /// - Parameters:
    ///   - path: The key, from the section that declares it downwards.
    ///   - type: What the key takes.
    ///   - defaultText: What holds when the key is not given; nil when nothing does.
    ///   - summary: One sentence on what the key is for.
    public init(path: [String], type: SettingType, defaultText: String?, summary: String) {
        self.path = path
        self.type = type
        self.defaultText = defaultText
        self.summary = summary
    }
}
