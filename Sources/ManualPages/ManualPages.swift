import Foundation

/// Generates a manual page from a template and the description of a program.
///
/// `ManualPages TEMPLATE` reads the output of `trellisctl _describe`, `trellisd --dump-command` or `trellisd --dump-settings` from
/// standard input, and prints the page. The template is a page in mdoc(7) with lines such as `@options@`, which are replaced by
/// sections of the description.
@main
enum ManualPages {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: ManualPages TEMPLATE < DESCRIPTION\n".utf8))
            exit(64)
        }
        let path = CommandLine.arguments[1]
        let description = try JSONDecoder().decode(
            ProgramDescription.self, from: FileHandle.standardInput.readDataToEndOfFile())
        let page = try Template(text: String(contentsOfFile: path, encoding: .utf8)).filled { name in
            guard let lines = description.section(name) else { throw UnknownSection(name: name, template: path) }
            return lines
        }
        FileHandle.standardOutput.write(Data(page.utf8))
    }
}

/// A template has a section that is not in the description.
struct UnknownSection: Error, CustomStringConvertible {
    /// The name of the section.
    var name: String

    /// The template.
    var template: String

    var description: String { "\(template): the description has no section '\(name)'" }
}
