import Glibc

/// What the options say that every command has, wherever they stand on the line.
struct GlobalOptions: Sendable {
    /// The path of the control socket, or its Varlink address.
    var socket: String?

    /// How replies are printed.
    var format = OutputFormat.people

    /// How long to wait for a reply; nil for what is usual for the call.
    var timeout: Duration?

    /// Whether nothing is cut short to the terminal's width.
    var full = false

    /// The command line as it was given, for messages about words that stand beside options.
    private(set) var line: [String] = []

    /// What holds where a line has no options.
    init() {}

    /// Takes the options out of a command line.
    ///
    /// What stands after `--` is left alone.
    ///
    /// - Parameters:
    ///   - arguments: The command line, without the program's name; what is left of it is the command.
    ///   - defaults: What holds where the line says nothing; by default as if there were no options.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when an option lacks its value, or the value is none.
    init(takingFrom arguments: inout [String], defaults: GlobalOptions? = nil) throws {
        if let defaults { self = defaults }
        line = arguments
        let values = try BuiltInOption.take(BuiltInOption.ofEveryCommand, from: &arguments, line: line)
        if let socket = values[.socket] { self.socket = socket }
        if let timeout = values[.timeout] { self.timeout = try Self.seconds(timeout) }
        if values[.full] != nil { full = true }
        switch (values[.json], values[.jsonSequence]) {
        case (nil, nil): break
        case (_?, nil): format = .json
        case (nil, _?): format = .jsonSequence
        case (_?, _?): throw CommandFailure(EX_USAGE, "--json and --json-seq exclude each other")
        }
    }

    private static func seconds(_ text: String) throws -> Duration {
        guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
            throw CommandFailure(EX_USAGE, "--timeout takes a number of seconds above 0, and '\(text)' is none")
        }
        return .seconds(seconds)
    }
}
