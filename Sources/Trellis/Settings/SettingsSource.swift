/// A source of setting values: the merged layers of a configuration.
public protocol SettingsSource {
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
public struct NoSettings: SettingsSource {
    /// Creates an empty source.
    public init() {}

    /// Returns nil, because no key is set.
    public func text(at path: [String]) -> String? { nil }

    /// Returns nil, because no key is set.
    public func texts(at path: [String]) -> [String]? { nil }
}
