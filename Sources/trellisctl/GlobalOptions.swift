import Glibc

/// The options that every command has, wherever they stand on the line.
struct GlobalOptions: Sendable {
    /// The path of the control socket, or its Varlink address.
    var socket: String?

    /// Whether the output is JSON, one object a line.
    var json = false

    /// How long a call may take; nil for as long as it takes.
    var timeout: Duration?

    /// Takes the options out of a command line.
    ///
    /// What stands after `--` is left alone.
    ///
    /// - Parameter arguments: The command line, without the program's name; what is left of it is the command.
    /// - Throws: ``CommandFailure`` (EX_USAGE) when an option lacks its value, or the value is none.
    init(takingFrom arguments: inout [String]) throws {
        var rest: [String] = []
        var index = arguments.startIndex
        func value(of name: String, _ inline: Substring?) throws -> String {
            if let inline { return String(inline) }
            index += 1
            guard index < arguments.endIndex else { throw CommandFailure(EX_USAGE, "\(name) needs a value") }
            return arguments[index]
        }
        while index < arguments.endIndex {
            let argument = arguments[index]
            if argument == "--" {
                rest += arguments[index...]
                break
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let inline = parts.count == 2 ? parts[1] : nil
            switch parts.first {
            case "--socket": socket = try value(of: "--socket", inline)
            case "--timeout": timeout = try Self.seconds(try value(of: "--timeout", inline))
            case "--json" where inline == nil: json = true
            default: rest.append(argument)
            }
            index += 1
        }
        arguments = rest
    }

    private static func seconds(_ text: String) throws -> Duration {
        guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
            throw CommandFailure(EX_USAGE, "--timeout takes a number of seconds above 0, and '\(text)' is none")
        }
        return .seconds(seconds)
    }
}
