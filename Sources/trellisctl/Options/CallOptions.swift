import Glibc

/// What the options say that every command of a plugin has.
struct CallOptions: Sendable {
    /// Whether several replies are asked for.
    var more = false

    /// Whether no reply is asked for.
    var oneway = false

    /// Whether a lost stream is taken up again.
    var follow = false

    /// The parameters as JSON, or `-`.
    var parameters: String?

    /// Where JSON lines are read from, or `-`.
    var input: String?

    /// How many elements of a list one call passes on.
    var batch = 500

    /// Where JSON lines are written to, or `-`.
    var output: String?

    /// Takes the options out of the words of a command.
    ///
    /// - Parameters:
    ///   - words: The words after the command; what is left of them are parameters.
    ///   - line: The command line as it was given, for messages.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when an option lacks its value, the value is none, or options exclude
    ///   each other.
    init(takingFrom words: inout [String], line: [String]) throws {
        let values = try BuiltInOption.take(BuiltInOption.ofPluginCommands, from: &words, line: line)
        more = values[.more] != nil
        oneway = values[.oneway] != nil
        follow = values[.follow] != nil
        parameters = values[.parameters]
        input = values[.input]
        output = values[.output]
        for option in [BuiltInOption.input, .output] where values[option] == "" {
            throw CommandFailure(
                EX_USAGE, "\(option.spelling) needs the name of a file, and has an empty one",
                advice: "A variable of the shell that was not set may be why.")
        }
        if let text = values[.batch] {
            guard let count = Int(text), count > 0 else {
                throw CommandFailure(EX_USAGE, "--batch takes a whole number above 0, and '\(text)' is none")
            }
            batch = count
        }
        let exclusive: [[BuiltInOption]] = [
            [.oneway, .more], [.oneway, .follow], [.oneway, .output], [.input, .more], [.input, .follow],
            [.input, .output],
            [.follow, .output],
        ]
        for pair in exclusive where pair.allSatisfy({ values[$0] != nil }) {
            let names = pair.map(\.spelling).joined(separator: " and ")
            throw CommandFailure(EX_USAGE, "\(names) exclude each other")
        }
        if values[.batch] != nil, input == nil { throw CommandFailure(EX_USAGE, "--batch goes with --input") }
    }
}
