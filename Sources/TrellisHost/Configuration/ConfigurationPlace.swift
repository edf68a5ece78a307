/// Where a configuration says something.
public enum ConfigurationPlace: Sendable, Hashable, CustomStringConvertible {
    /// In a file, at a line and a column that start from 1.
    case file(path: String, line: Int, column: Int)

    /// In an environment variable.
    case variable(name: String)

    /// In an option of the command line: `--set KEY=VALUE`.
    case option(text: String)

    /// The place as a compiler writes it: `FILE:LINE:COLUMN`, `$NAME`, or the option.
    public var description: String {
        switch self {
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .variable(let name): "$\(name)"
        case .option(let text): "--set \(text)"
        }
    }
}
