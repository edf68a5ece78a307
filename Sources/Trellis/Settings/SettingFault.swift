/// Something wrong with the value of a setting.
public struct SettingFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key, from the root of the configuration downwards.
    public var path: [String]

    /// What is wrong, and what would be right, as a sentence without its full stop.
    public var sentence: String

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - path: The key, from the root of the configuration downwards.
    ///   - sentence: What is wrong, and what would be right, as a sentence without its full stop.
    public init(path: [String], sentence: String) {
        self.path = path
        self.sentence = sentence
    }

    /// The key and the sentence.
    public var description: String {
        "\(path.joined(separator: ".")): \(sentence)"
    }
}
