/// The generated sections of a program's manual pages.
///
/// The program prints them, and `Scripts/make-manual` inserts them into the template of each page.
public struct ManualSections {
    /// The command-line word that makes a program print the sections.
    public static let command = "_manual"

    private var sections: [(name: String, lines: [String])] = []

    /// Creates an empty collection of sections.
    public init() {}

    /// Adds a section.
    ///
    /// - Parameters:
    ///   - name: The name. In a template, a line of the form `@name@` marks the position of the section.
    ///   - lines: The lines in mdoc(7).
    public mutating func add(_ name: String, _ lines: [String]) {
        sections.append((name, lines))
    }

    /// The sections, each after a line with its name, such as `@options@`.
    public var text: String {
        sections.flatMap { ["@\($0.name)@"] + $0.lines }.joined(separator: "\n")
    }
}
