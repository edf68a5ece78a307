/// Something wrong with the configuration, and where.
public struct ConfigurationFault: Sendable, Hashable, CustomStringConvertible {
    /// Where it stands; nil when it stands nowhere, because something is missing.
    public var place: ConfigurationPlace?

    /// The key, from the root of the configuration downwards; empty when the fault is not one of a key.
    public var path: [String]

    /// What is wrong, and what would be right, as a sentence without its full stop.
    public var sentence: String

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - place: Where it stands.
    ///   - path: The key, from the root of the configuration downwards.
    ///   - sentence: What is wrong, and what would be right, without a full stop.
    public init(place: ConfigurationPlace?, path: [String], sentence: String) {
        self.place = place
        self.path = path
        self.sentence = sentence
    }

    /// The place, the key and the sentence: `trellis.yaml:7:5: plugins.items.stor: unknown key (…)`.
    public var description: String {
        [place.map(String.init(describing:)), path.isEmpty ? nil : path.joined(separator: "."), sentence]
            .compactMap(\.self).joined(separator: ": ")
    }
}
