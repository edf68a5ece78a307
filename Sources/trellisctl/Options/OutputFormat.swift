/// How replies are printed.
enum OutputFormat: Sendable {
    /// For people: tables, and a line a value.
    case people

    /// As JSON, one object a line.
    case json

    /// As JSON text sequences (RFC 7464): each object between the character 0x1E and a newline.
    case jsonSequence
}
