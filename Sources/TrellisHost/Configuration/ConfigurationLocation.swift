/// The location of a key or a value in the configuration.
public enum ConfigurationLocation: Sendable, Hashable, CustomStringConvertible {
    /// A line and a column of a file, both starting from 1.
    case file(path: String, line: Int, column: Int)

    /// An environment variable.
    case variable(name: String)

    /// A command-line option with its value: `--set KEY=VALUE`.
    case option(text: String)

    /// The location as compilers print it: `FILE:LINE:COLUMN`, `$NAME`, or the option with its value.
    public var description: String {
        switch self {
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .variable(let name): "$\(name)"
        case .option(let text): text
        }
    }
}
