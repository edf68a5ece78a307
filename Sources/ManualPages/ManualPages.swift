import Foundation

/// Makes a manual page of its text and of what the programs say of themselves.
///
/// `ManualPages TEMPLATE` reads JSON from standard input, `trellisctl _describe`, `trellisd --experimental-dump-help`
/// or `trellisd --dump-settings`, and prints the page. The text is a page in mdoc(7) with lines such as `@options@`, in
/// whose place comes what was described.
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

/// A template asks for what is not in the description.
struct UnknownSection: Error, CustomStringConvertible {
    /// What it asks for.
    var name: String

    /// The template.
    var template: String

    var description: String { "\(template): the description has nothing for @\(name)@" }
}
