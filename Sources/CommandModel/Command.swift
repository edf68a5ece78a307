/// A command of a program: its name, its parameters and its subcommands.
///
/// Commands are values. The parser, the help, the completion and the manual pages are all derived from them, for
/// built-in commands and for those that a program creates at run time.
public struct Command: Sendable {
    /// The name on the command line.
    public var name: String

    /// A sentence that describes the command, in the imperative for a built-in command.
    public var summary: String

    /// The lines below the summary, in the format of ``TextLayout/paragraphs(of:columns:)``.
    public var discussion: [String]

    /// The options and the arguments, in the order of the help; arguments also in the order on the command line.
    public var parameters: [CommandParameter]

    /// The subcommands.
    public var subcommands: [Command]

    /// Whether the command also runs without a subcommand, although it has some.
    public var runsAlone = false

    /// The title of the section in the parent command's help that lists this command; nil for "Commands".
    public var section: String?

    /// Usage lines without the program's name, which replace the derived usage line; empty to derive it from the
    /// parameters.
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
    ///   - subcommands: The subcommands; none by default.
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

    /// Returns the subcommand with a name.
    ///
    /// - Parameter name: The name on the command line.
    /// - Returns: The subcommand; nil if none has the name.
    public func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }

    /// The parameters that all subcommands inherit.
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
