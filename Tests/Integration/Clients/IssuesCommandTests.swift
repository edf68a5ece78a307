import Foundation
import Testing
import Varlink

/// The commands in the README of Issues, run with the installed programs on the sample account.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct IssuesCommandTests {
    @Test("a shell selects a repository, creates an issue with a label, and returns to the list")
    func shell() async throws {
        try await Workplace.with(configuration: "plugins:\n  issues:\n    source: sample\n") { workplace in
            try await workplace.withDaemon { _ in
                let lines = [
                    "repos", "2", "issues", #"new "Too slow""#, "option label bug", "create", "back", "issues", "where",
                ]
                let words = lines.map { "'\($0)'" }.joined(separator: " ")
                let result = try await workplace.shell(
                    "printf '%s\\n' \(words) | \"$TRELLISCTL\" shell issues --json")
                #expect(result.status == 0, "\(result.error)")
                let replies = try result.output.split(separator: "\n").compactMap {
                    try JSONValue(parsing: String($0)).objectValue
                }
                // A short form of each reply, for the comparison.
                let told = replies.map { reply in
                    func text(_ value: JSONValue?) -> String? { value?.stringValue ?? value.map { $0.formatted() } }
                    let kind = reply.members.first?.key ?? "none"
                    guard kind != "number" else {
                        return "\(text(reply["number"]) ?? "") \(text(reply["repository"]?.objectValue?["name"]) ?? "")"
                    }
                    let about = reply[kind]?.objectValue
                    let options = about?["options"]?.arrayValue?.compactMap { text($0.objectValue?["name"]) } ?? []
                    let parts = [text(about?["scene"]), text(about?["number"]), text(about?["title"])].compactMap(
                        \.self)
                    return ([kind] + parts + options).joined(separator: " ")
                }
                #expect(
                    told == [
                        "1 juniper/garden-notes", "2 juniper/ledger", "3 juniper/tea-timer", "entry repos", "none",
                        "entry newIssue Too slow", "entry newIssue Too slow bug", "issue 2 Too slow", "entry issues",
                        "issue 2 Too slow", "entry repos", "entry issues",
                    ])
                #expect(replies[7]["issue"]?.objectValue?["labels"] == ["bug"])
            }
        }
    }
}
