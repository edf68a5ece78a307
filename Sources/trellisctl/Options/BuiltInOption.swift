/// An option of `trellisctl` itself, beside those that are made of the parameters of a method.
///
/// This is the one list of them: the command line is read by it, and help, completion and the manual page are made of
/// it.
enum BuiltInOption: String, CaseIterable, Sendable {
    case socket
    case json
    case jsonSequence = "json-seq"
    case timeout
    case full
    case more
    case oneway
    case follow
    case parameters
    case input
    case batch
    case output

    /// The options that every command has.
    static let ofEveryCommand: [BuiltInOption] = [.socket, .json, .jsonSequence, .timeout, .full]

    /// The options that every command of a plugin has, too.
    static let ofPluginCommands: [BuiltInOption] = [.more, .oneway, .follow, .parameters, .input, .batch, .output]

    /// The option as it is written: `--json-seq`.
    var spelling: String { "--\(rawValue)" }

    /// What its value is called; nil for an option without one.
    var valueName: String? {
        switch self {
        case .socket: "PATH"
        case .timeout: "SECONDS"
        case .parameters: "JSON"
        case .input, .output: "FILE"
        case .batch: "COUNT"
        case .json, .jsonSequence, .full, .more, .oneway, .follow: nil
        }
    }

    /// What it is for, in a sentence or two.
    var summary: String {
        switch self {
        case .socket:
            "The daemon's socket, or its Varlink address. Else $TRELLIS_SOCKET, else the user's own daemon, else the system's."
        case .json: "Print JSON, one object a line."
        case .jsonSequence: "Print JSON text sequences (RFC 7464): each object behind the character 0x1E."
        case .timeout:
            "How long to wait for a reply. Without it 30 for a call with one reply, and as long as it takes for a stream. "
                + "Time that the reader of the output takes does not count."
        case .full: "Cut nothing short to the terminal's width, and leave out no column."
        case .more:
            "Take all replies, where a method may give several. A method that always does is called so without it."
        case .oneway:
            "Ask for no reply, and succeed once the call is sent. A method that always gives several replies can't be called "
                + "so."
        case .follow:
            "When the connection is lost in the middle of a stream, connect again and go on after the last revision that "
                + "was told; anew where the replies tell none."
        case .parameters: "The parameters as an object; options add to it. '-' reads it from standard input."
        case .input:
            "Read JSON lines, '-' from standard input: each is an element of the list that the command needs, or, where it "
                + "needs none, the parameters of a call of its own."
        case .batch:
            "How many elements of a list one call passes on with --input; 500 unless said otherwise."
        case .output:
            "Write replies as JSON lines, '-' to standard output: of replies with one field, its value. A file appears when it "
                + "is complete."
        }
    }
}
