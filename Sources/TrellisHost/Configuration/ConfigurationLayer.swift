/// What one source says: a file, the environment variables, or the options of the command line.
struct ConfigurationLayer: Sendable {
    /// What stands at a key.
    enum Content: Sendable, Hashable {
        /// A text.
        case text(String)

        /// A list of texts.
        case texts([String])

        /// A section: the keys under it have entries of their own.
        case section

        /// A key without a value. For a section: it is there, and empty; for any other key: it is not set.
        case nothing

        /// What it is called in a message.
        var noun: String {
            switch self {
            case .text: "a single value"
            case .texts: "a list"
            case .section: "a section"
            case .nothing: "nothing"
            }
        }
    }

    /// One key, with what stands there and where.
    struct Entry: Sendable {
        var path: [String]
        var content: Content

        /// Where the key stands.
        var keyPlace: ConfigurationPlace

        /// Where the value stands.
        var place: ConfigurationPlace
    }

    /// What the layer is called.
    var name: String

    /// What it says, in the order in which it is written.
    var entries: [Entry]
}
