import Foundation
import Testing

/// Lists of items in files of JSON lines, as in the README of Items.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct ItemFilesTests {
    private static let configuration = "plugins:\n  items:\n    store: memory\n"

    @Test func aListIsCopiedToAnotherDaemonAsItWas() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let (written, exported) = (workplace.path("written.jsonl"), workplace.path("exported.jsonl"))
            // More than one batch.
            let lines = (1...1_234).map { #"{"title": "Item \#($0)", "count": \#($0)}"# + "\n" }.joined()
            try workplace.write(lines, to: "written.jsonl")
            try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl("items", "add-many", "--input", written)
                #expect(added.status == 0)
                let result = try await workplace.trellisctl("items", "export", "--output", exported)
                #expect(result == CommandResult(status: 0, output: "1234 lines written to \(exported)\n", error: ""))
            }
            // A second daemon, because the list of the first one was in memory.
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
                #expect(try again.output == String(decoding: workplace.contents(of: "exported.jsonl"), as: UTF8.self))
            }
        }
    }

    @Test func aLineThatCannotBeAnItemIsNamed() async throws {
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
                #expect(result.error.hasSuffix(", index: 1) [io.trellis.Items.InvalidItem]\n"))
                let list = try await workplace.trellisctl("items", "list", "--json")
                #expect(list.output == "{}\n")
            }
        }
    }
}
