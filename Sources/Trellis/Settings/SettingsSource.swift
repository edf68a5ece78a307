/// Where settings come from: the layers of a configuration, the highest first, as one.
public protocol SettingsSource {
    /// The text of a key, from the highest layer that has it.
    /// - Parameter path: The key, from the root of the configuration downwards.
    /// - Returns: The text, or nil when no layer has the key.
    func text(at path: [String]) -> String?

    /// The texts of a key that takes a list.
    /// - Parameter path: The key, from the root of the configuration downwards.
    /// - Returns: The texts, or nil when no layer has the key.
    func texts(at path: [String]) -> [String]?
}

/// A source in which nothing is set: every key has its default.
public struct NoSettings: SettingsSource {
    /// Creates a source without settings.
    public init() {}

    /// Nil, for every key.
    public func text(at path: [String]) -> String? { nil }

    /// Nil, for every key.
    public func texts(at path: [String]) -> [String]? { nil }
}
