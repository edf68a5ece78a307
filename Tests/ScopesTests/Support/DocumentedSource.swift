import Foundation

/// A Swift source of Scopes, with the blocks of code and of text in its documentation comments.
struct DocumentedSource {
    /// The path in the folder of the sources.
    let path: String
    let blocks: [FencedBlock]

    /// All sources.
    static var all: [DocumentedSource] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: sources.path)
                .filter { $0.hasSuffix(".swift") }.sorted().map { try DocumentedSource($0) }
        }
    }

    private init(_ path: String) throws {
        self.path = path
        let file = Self.sources.appending(path: path)
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").map { line in
            line.drop { $0 == " " }
        }
        // Lines of code separate comments, so that an unclosed block ends with its comment.
        blocks = lines.split { !$0.hasPrefix("///") }.flatMap { comment in
            FencedBlock.all(
                in: comment.map { line in
                    let text = line.dropFirst(3)
                    return String(text.hasPrefix(" ") ? text.dropFirst() : text)
                })
        }
    }

    /// The lines of the files with the examples in comments.
    static var snippets: [String] {
        get throws {
            let folder = Page.tests.appending(path: "Snippets/Comments")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
                try String(contentsOf: folder.appending(path: name), encoding: .utf8).components(separatedBy: "\n")
            }
        }
    }

    // Symbolic links are resolved, because the library is a link when it is built alone, and links are not listed.
    private static let sources = Page.tests.appending(path: "../../Sources/Scopes").standardizedFileURL
        .resolvingSymlinksInPath()
}
