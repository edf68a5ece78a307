import Foundation
import Testing
import Varlink

/// The first commands in the README of Movies, run with the installed programs.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct MoviesCommandTests {
    private func replies(to words: String..., on workplace: Workplace) async throws -> [JSONObject] {
        let result = try await Workplace.run(
            Programs.path(of: "trellisctl"), ["movies"] + words + ["--json"],
            variables: ["TRELLIS_SOCKET": workplace.socket])
        #expect(result.status == 0, "\(words): \(result.error)")
        return try result.output.split(separator: "\n").compactMap { try JSONValue(parsing: String($0)).objectValue }
    }

    @Test("searches, shows and saves a title, and writes its poster")
    func commands() async throws {
        try await Workplace.with(configuration: "plugins:\n  movies:\n") { workplace in
            let id = try await workplace.withDaemon { _ in
                let found = try await replies(to: "search", "heat", on: workplace)
                #expect(found.count > 3)
                let id = try #require(found.last?["title"]?.objectValue?["id"]?.stringValue)
                let shown = try await replies(to: "show", id, on: workplace)
                #expect(shown.first?["details"]?.objectValue?["title"]?.stringValue?.contains("Heat") == true)
                // Each command has a separate connection and thus a new session. A new session has no numbered titles.
                let number = try await workplace.trellisctl("movies", "show", "1")
                #expect(number.status == 65)
                #expect(number.error.hasPrefix("trellisctl: the open list has no element with this number."))
                _ = try await replies(to: "save", "--title", id, on: workplace)
                let pieces = try await replies(to: "poster", "--title", id, on: workplace)
                let text = pieces.compactMap { $0["data"]?.stringValue }.joined()
                let image = try #require(Data(base64Encoded: text))
                #expect(String(decoding: image, as: UTF8.self).hasPrefix("<svg "))
                #expect(pieces.first?["mediaType"]?.stringValue == "image/svg+xml")
                return id
            }.value
            try await workplace.withDaemon { _ in
                let saved = try await replies(to: "saved", on: workplace)
                #expect(saved.map { $0["title"]?.objectValue?["id"]?.stringValue } == [id])
                let suggestions = try await replies(to: "suggestions", on: workplace)
                #expect(suggestions.map { $0["suggestion"]?.objectValue?["query"]?.stringValue } == ["heat"])
            }
        }
    }

    @Test("keeps one session per shell")
    func shellSession() async throws {
        try await Workplace.with(configuration: "plugins:\n  movies:\n") { workplace in
            try await workplace.withDaemon { _ in
                let lines = ["search heat", "show 2", "save", "suggestions", "back", "back", "saved"]
                let words = lines.map { "'\($0)'" }.joined(separator: " ")
                let result = try await workplace.shell(
                    "printf '%s\\n' \(words) | \"$TRELLISCTL\" shell movies --json")
                #expect(result.status == 0, "\(result.error)")
                let replies = try result.output.split(separator: "\n").compactMap {
                    try JSONValue(parsing: String($0)).objectValue
                }
                // A short form of each reply, for the comparison.
                let told = replies.map { reply in
                    let about = reply.members.first?.value
                    let text = about?.objectValue?["scene"] ?? about?.objectValue?["query"] ?? about?.objectValue?["id"]
                    return "\(reply.members.first?.key ?? "") \(text?.stringValue ?? about?.stringValue ?? "")"
                }
                let second = try #require(told.dropFirst().first?.split(separator: " ").last)
                #expect(
                    told.suffix(6) == [
                        "details \(second)", "id \(second)", "suggestion heat", "entry details", "entry search",
                        "title \(second)",
                    ])
            }
        }
    }

    @Test("names the missing credential and its location")
    func missingKey() async throws {
        try await Workplace.with(configuration: "plugins:\n  movies:\n    source: tmdb\n") { workplace in
            let result = try await workplace.trellisd()
            #expect(result.status == 78)
            let sentence = "the plugin movies cannot start: the credential 'movies.tmdb' with TMDB's key is missing."
            #expect(result.error.contains(sentence), "\(result.error)")
            #expect(result.error.contains("LoadCredential=movies.tmdb:/etc/trellis/tmdb.key"), "\(result.error)")
        }
    }
}
