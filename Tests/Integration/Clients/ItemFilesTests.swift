import Foundation
import Testing

/// Lists of items in files of JSON lines, as in the README of Items.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct ItemFilesTests {
    private static let configuration = "plugins:\n  items:\n    store: memory\n"

    @Test("copies a list to another daemon unchanged")
    func copying() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let (written, exported) = (workplace.path("written.jsonl"), workplace.path("exported.jsonl"))
            // The number of items exceeds one batch.
            let lines = (1...1_234).map { #"{"title": "Item \#($0)", "count": \#($0)}"# + "\n" }.joined()
            try workplace.write(lines, to: "written.jsonl")
            try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl("items", "add-many", "--input", written)
                #expect(added.status == 0)
                let result = try await workplace.trellisctl("items", "export", "--output", exported)
                #expect(result == CommandResult(status: 0, output: "1234 lines written to \(exported)\n", error: ""))
            }
            // The list is in memory, so a second daemon starts with an empty list.
            try await workplace.withDaemon { _ in
                for counts in ["1234,0,0", "0,0,1234"] {
                    let imported = try await workplace.trellisctl("items", "import", "--input", exported)
                    #expect(imported.error == "")
                    let numbers = imported.output.split(separator: "\n").suffix(3).compactMap {
                        $0.split(separator: " ").last
                    }
                    #expect(numbers.joined(separator: ",") == counts)
                }
                let again = try await workplace.trellisctl("items", "export", "--output", "-")
                #expect(again.status == 0)
                let first = try String(decoding: workplace.contents(of: "exported.jsonl"), as: UTF8.self)
                #expect(withoutRevisions(again.output) == withoutRevisions(first))
            }
        }
    }

    /// Removes the revisions of items, which an import assigns.
    private func withoutRevisions(_ lines: String) -> String { lines.replacing(/,"revision":[0-9]+/, with: "") }

    @Test("imports the JSON output of an export")
    func exportedJSON() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let (file, empty) = (workplace.path("exported.jsonl"), workplace.path("empty.jsonl"))
            let export = #""$TRELLISCTL" items export --json > "$FOLDER"/"#
            try await workplace.withDaemon { _ in
                let exportedNothing = try await workplace.shell(export + "empty.jsonl")
                #expect(exportedNothing.status == 0)
                for title in ["Tea", "a \"quoted\" title", "抹茶"] {
                    let added = try await workplace.trellisctl("items", "add", title, "3")
                    #expect(added.status == 0)
                }
                let exported = try await workplace.shell(export + "exported.jsonl")
                #expect(exported.status == 0)
            }
            // The list is in memory, so a second daemon starts with an empty list.
            try await workplace.withDaemon { _ in
                let nothing = try await workplace.trellisctl("items", "import", "--input", empty)
                #expect(nothing == CommandResult(status: 0, output: "0 lines read from \(empty)\n", error: ""))
                let imported = try await workplace.trellisctl("items", "import", "--input", file)
                #expect(imported.error == "")
                #expect(imported.output.hasPrefix("3 lines read from \(file)\n"))
                let again = try await workplace.trellisctl("items", "export", "--json")
                let exported = try String(decoding: workplace.contents(of: "exported.jsonl"), as: UTF8.self)
                #expect(withoutRevisions(again.output) == withoutRevisions(exported))
                #expect(exported.split(separator: "\n").count == 3)
            }
        }
    }

    @Test("reports the number of an invalid line")
    func invalidLine() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let file = workplace.path("items.jsonl")
            try workplace.write(
                [("Tea", 3), ("", 1), ("Rice", 1)].map { #"{"title": "\#($0)", "count": \#($1)}"# + "\n" }.joined(),
                to: "items.jsonl")
            try await workplace.withDaemon { _ in
                let result = try await workplace.trellisctl("items", "import", "--input", file, "--batch", "2")
                #expect(result.status == 65)
                let sentence =
                    "trellisctl: \(file):1-2: the item is invalid. Nothing was changed (field: title, "
                #expect(result.error.hasPrefix(sentence))
                #expect(result.error.contains(", index: 1) [io.trellis.Items.InvalidItem]\nRequest ID: "))
                let list = try await workplace.trellisctl("items", "list", "--json")
                #expect(list.output == "{}\n")
            }
        }
    }
}
