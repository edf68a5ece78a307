import Varlink

/// What the program says of itself to the manual page's generator: `trellisctl _describe` prints it as JSON.
///
/// It has the commands as the argument parser dumps them, and the options that every command has, and every command of
/// a plugin.
enum Description {
    /// The word that asks for it.
    static let command = "_describe"

    /// Prints the description.
    ///
    /// - Throws: ``OutputClosed``, ``CommandFailure``; what keeps the argument parser's dump from being read.
    static func print() throws {
        let description: JSONValue = [
            "program": try JSONValue(parsing: BuiltInCommand.dump),
            "optionsOfEveryCommand": .array(BuiltInOption.ofEveryCommand.map(\.description)),
            "optionsOfPluginCommands": .array(BuiltInOption.ofPluginCommands.map(\.description)),
        ]
        try StandardOutput.write(line: description.formatted(.pretty))
    }
}

extension BuiltInOption {
    fileprivate var description: JSONValue {
        [
            "name": .string(rawValue), "valueName": valueName.map { .string($0) } ?? .null, "summary": .string(summary),
        ]
    }
}
