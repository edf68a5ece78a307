/// A command of a program: its name, its parameters and the commands under it.
///
/// Commands are values. The parser, the help, the completion and the manual pages are all made of the same value, for commands
/// that are built in and for those that a program derives at run time.
public struct Command: Sendable {
    /// The name on the command line.
    public var name: String

    /// A sentence that describes the command, in the imperative for a built-in command.
    public var summary: String

    /// The lines below the summary, as ``TextLayout/paragraphs(of:columns:)`` reads them.
    public var discussion: [String]

    /// The options and the arguments, in the order in which help lists them; arguments also in the order on the command line.
    public var parameters: [CommandParameter]

    /// The commands under this one.
    public var subcommands: [Command]

    /// The title of the section in the help of the command above that lists this one; nil for "Commands".
    public var section: String?

    /// The lines that replace the usage line that help derives from the parameters, without the program's name; empty for none.
    public var usage: [String]

    /// Further sections of the help, after the options.
    public var sections: [HelpSection]

    /// The version that `--version` prints; nil when the command has no such option.
    public var version: String?

    /// The manual page of the program, such as `trellisctl(1)`.
    public var manual: String?

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: The name on the command line.
    ///   - summary: A sentence that describes the command.
    ///   - discussion: The lines below the summary; none by default.
    ///   - parameters: The options and the arguments; none by default.
    ///   - subcommands: The commands under this one; none by default.
    public init(
        _ name: String, summary: String, discussion: [String] = [], parameters: [CommandParameter] = [],
        subcommands: [Command] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.parameters = parameters
        self.subcommands = subcommands
        usage = []
        sections = []
    }

    /// The command under this one that has a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The command; nil when there is none.
    public func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }

    /// The parameters that every command under this one has as well.
    public var inheritedParameters: [CommandParameter] { parameters.filter(\.isInherited) }
}

/// A titled list in the help of a command.
public struct HelpSection: Sendable {
    /// An entry of the list.
    public struct Entry: Sendable {
        /// The term in the left column.
        public var term: String

        /// The paragraphs in the right column.
        public var text: [String]

        /// Terms and their descriptions below the text, such as the values of an enumeration.
        public var items: [Completion.Candidate]

        /// Creates an entry.
        public init(_ term: String, _ text: [String], items: [Completion.Candidate] = []) {
            self.term = term
            self.text = text
            self.items = items
        }
    }

    /// The title, without a colon.
    public var title: String

    /// The entries.
    public var entries: [Entry]

    /// Creates a section.
    public init(_ title: String, _ entries: [Entry]) {
        self.title = title
        self.entries = entries
    }
}
