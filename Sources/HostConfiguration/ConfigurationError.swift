import CommandModel

/// The rejection of a configuration, with every problem that was found.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// The kind of a configuration error.
    public enum Kind: Sendable, Hashable {
        /// A file does not exist or cannot be read.
        case unreadable

        /// The configuration is invalid.
        case invalid
    }

    /// The kind of the error; ``Kind/unreadable`` when any file is unreadable.
    public var kind: Kind

    /// The problems, in the order of the layers and of their lines.
    public var diagnostics: [ConfigurationDiagnostic]

    /// Creates an error from the problems of a configuration.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - diagnostics: The problems; at least one.
    public init(kind: Kind = .invalid, diagnostics: [ConfigurationDiagnostic]) {
        self.kind = kind
        self.diagnostics = diagnostics
    }

    /// The diagnostics, one per line.
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}

/// A problem with the configuration, and its location.
public struct ConfigurationDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The location of the problem; nil when there is none, for example for a missing file.
    public var location: ConfigurationLocation?

    /// The path of the key from the root of the configuration; empty when the problem does not concern a key.
    public var path: [String]

    /// The problem and its remedy, without a full stop.
    public var message: String

    /// Creates a diagnostic.
    ///
    /// - Parameters:
    ///   - location: The location of the problem.
    ///   - path: The path of the key from the root of the configuration.
    ///   - message: The problem and its remedy, without a full stop.
    public init(location: ConfigurationLocation?, path: [String], message: String) {
        self.location = location
        self.path = path
        self.message = message
    }

    /// The location, the key and the message: `trellis.yaml:7:5: plugins.items.stor: unknown key (…)`.
    ///
    /// Control characters are escaped, so that a value of several lines cannot look like another diagnostic.
    public var description: String {
        [location.map(String.init(describing:)), path.isEmpty ? nil : path.joined(separator: "."), message]
            .compactMap(\.self).joined(separator: ": ").escapingControlCharacters
    }
}

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
