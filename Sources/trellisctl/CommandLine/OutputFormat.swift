/// The format of replies and errors.
enum OutputFormat: Sendable {
    /// Text: tables, and one line per value.
    case people

    /// JSON, one object per line.
    case json

    /// JSON text sequences (RFC 7464): each object between the character 0x1E and a newline.
    case jsonSequence

    /// The format that a command line requests, even if the command line is invalid; nil when it requests none.
    init?(of words: [String]) {
        let options = words.prefix { $0 != "--" }
        if options.contains("--json") {
            self = .json
        } else if options.contains("--json-seq") {
            self = .jsonSequence
        } else {
            return nil
        }
    }
}
