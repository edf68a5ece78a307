/// One source of the configuration: a file, the environment variables, or the command-line options.
struct ConfigurationLayer: Sendable {
    /// The content of a key.
    enum Content: Sendable, Hashable {
        /// A single value.
        case text(String)

        /// A list.
        case texts([String])

        /// A section, whose keys have separate entries.
        case section

        /// A key without a value: an empty section, or a key that is not set.
        case nothing

        /// The kind of content, for messages.
        var noun: String {
            switch self {
            case .text: "a single value"
            case .texts: "a list"
            case .section: "a section"
            case .nothing: "nothing"
            }
        }
    }

    /// A key, its content and their locations.
    struct Entry: Sendable {
        var path: [String]
        var content: Content

        /// The location of the key.
        var keyLocation: ConfigurationLocation

        /// The location of the value.
        var location: ConfigurationLocation

        /// The locations of the elements, if the value is a list in a file.
        var elements: [ConfigurationLocation] = []
    }

    /// The name of the layer.
    var name: String

    /// The entries of the keys, in the order of the source.
    var entries: [Entry]
}
