/// The location of a key or a value in the configuration.
public enum ConfigurationLocation: Sendable, Hashable, CustomStringConvertible {
    /// A line and a column of a file, both starting from 1.
    case file(path: String, line: Int, column: Int)

    /// An environment variable.
    case variable(name: String)

    /// A command-line option without its value: `--set KEY`.
    case option(text: String)

    /// A command of an operator: `trellisctl plugin disable items (root, 2026-11-23T14:30:00.000Z)`.
    case command(text: String)

    /// The location as compilers print it: `FILE:LINE:COLUMN`, `$NAME`, the option, or the command of an operator.
    public var description: String {
        switch self {
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .variable(let name): "$\(name)"
        case .option(let text): text
        case .command(let text): text
        }
    }
}
