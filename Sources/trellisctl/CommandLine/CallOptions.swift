import CommandModel
import Varlink

/// The options that every command of a plugin has.
struct CallOptions: Sendable {
    /// The title of the options' section in the help.
    static let section = "Call options"

    /// The declarations of the options.
    static let parameters: [CommandParameter] = declarations.map { $0.with { $0.section = section } }

    private static let declarations: [CommandParameter] = [
        .flag(
            "more", "Receive all replies of a method that may send several. Implied if the method always sends several."
        ),
        .flag(
            "oneway",
            "Do not request a reply, and exit once the call is sent. Not valid for a method that always sends several replies."
        ),
        .flag(
            "follow",
            """
            When the connection is lost during a stream, reconnect and continue after the last revision \
            that was received, or restart the stream if its replies have no revision.
            """),
        .option("parameters", "JSON", "The parameters as a JSON object; options add to it. '-' reads standard input."),
        .option(
            "input", "FILE",
            """
            Read JSON lines from a file, '-' for standard input: each is an element of the required list of \
            the command, or the parameters of a call if no list is required.
            """, .path),
        .option(
            "batch", "COUNT", "The maximum number of elements that one call passes with --input.", .integer(minimum: 1)
        ).with { $0.defaultValue = "500" },
        .option(
            "output", "FILE",
            """
            Write replies to a file as JSON lines, '-' for standard output. If replies have only one field, \
            write its value. The file appears when it is complete.
            """, .path),
    ]

    /// Whether several replies are requested.
    var more = false

    /// Whether no reply is requested.
    var oneway = false

    /// Whether a stream is resumed when the connection is lost.
    var follow = false

    /// The parameters as JSON, or `-`.
    var parameters: String?

    /// The file with JSON lines to read, or `-`.
    var input: String?

    /// The maximum number of elements of a list that one call passes.
    var batch = 500

    /// The file for JSON lines, or `-`.
    var output: String?

    /// Reads the options of a command line.
    ///
    /// - Parameter parsed: The parsed command line.
    /// - Throws: `CommandLineError` when options exclude each other.
    init(_ parsed: ParsedArguments) throws(CommandLineError) {
        more = parsed.has("more")
        oneway = parsed.has("oneway")
        follow = parsed.has("follow")
        parameters = parsed.text("parameters")
        input = parsed.text("input")
        output = parsed.text("output")
        if let count = parsed.integer("batch") { batch = count }
        try parsed.checkConflicts([
            ["oneway", "more"], ["oneway", "follow"], ["oneway", "output"], ["input", "more"], ["input", "follow"],
            ["input", "output"], ["follow", "output"],
        ])
        if parsed.has("batch"), input == nil { throw CommandLineError(.conflict, "--batch requires --input") }
    }
}
