import ArgumentParser
import Varlink

/// A built-in command as the argument parser declares it: what completion and the manual page are made of.
struct BuiltInCommand {
    /// An option or an argument of a command.
    struct Argument {
        /// What it is written as, with dashes; none for what is given by position.
        var spellings: [String]

        /// What its value is called; nil for a flag.
        var valueName: String?

        /// What it is for.
        var summary: String
    }

    /// The name of the command.
    let name: String

    /// What it is for.
    let summary: String

    /// The commands under it.
    let subcommands: [BuiltInCommand]

    /// Its options and arguments, in order.
    let arguments: [Argument]

    /// The program itself.
    static let root = (try? JSONValue(parsing: dump)).flatMap { BuiltInCommand($0["command"]) }

    /// The declarations, as the argument parser dumps them.
    static var dump: String { RootCommand._dumpHelp() }

    private init?(_ json: JSONValue?) {
        guard let json, let name = json["commandName"]?.stringValue else { return nil }
        self.name = name
        summary = json["abstract"]?.stringValue ?? ""
        subcommands = json["subcommands"]?.arrayValue?.filter(\.isShown).compactMap { BuiltInCommand($0) } ?? []
        arguments =
            json["arguments"]?.arrayValue?.filter(\.isShown).map { json in
                let names = json["names"]?.arrayValue ?? []
                return Argument(
                    spellings: names.map {
                        ($0["kind"]?.stringValue == "long" ? "--" : "-") + ($0["name"]?.stringValue ?? "")
                    },
                    valueName: json["kind"]?.stringValue == "flag" ? nil : json["valueName"]?.stringValue,
                    summary: json["abstract"]?.stringValue ?? "")
            } ?? []
    }
}

extension JSONValue {
    /// Whether the argument parser shows this to people.
    fileprivate var isShown: Bool { self["shouldDisplay"]?.boolValue ?? true }
}
