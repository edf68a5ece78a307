import Testing
import Trellis
import TrellisTesting

@testable import Movies

/// Tests of the use cases with a scripted repository and a real store, without a container.
@Suite("Use cases", .timeLimit(.minutes(2)))
struct UseCaseTests {
    private let user = MovieUser(number: 7)

    private func withStore(
        _ body: (UseCaseBase, SQLiteUserStore, ScriptedRepository) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let repository = ScriptedRepository()
            let limits = MoviesConfiguration(["savedTitles": "5"]).users
            let store = try SQLiteUserStore(plugin: .sample(in: folder), limits: limits, clock: .system)
            try await body(UseCaseBase(titles: repository), store, repository)
            try await store.close()
        }
    }

    @Test("an answered search is remembered, and suggested with its number")
    func search() async throws {
        try await withStore { base, store, repository in
            let search = SearchTitles(
                base: base, queries: store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let suggestions = SuggestQueries(queries: store)
            repository.say("Heat")
            let request = SearchRequest(query: try SearchQuery("heat"))
            let rows = try await search.search(request, for: user).rows
            #expect(rows.map(\.title.name) == ["Heat"])
            _ = try await search.search(SearchRequest(query: try SearchQuery("alien")), for: user)
            // Further pages are not remembered.
            _ = try await search.page(2, of: try SearchQuery("brazil"))
            let numbered = try await suggestions.suggestions(withPrefix: nil, for: user)
            #expect(Set(numbered.map(\.query.text)) == ["alien", "heat"])
            #expect(numbered.map(\.number) == [1, 2])
            try await suggestions.forget(SearchQuery("heat"), of: user)
            let rest = try await suggestions.suggestions(withPrefix: nil, for: user)
            #expect(rest.map(\.query.text) == ["alien"])
        }
    }

    @Test("a saved title is listed, and shown as saved")
    func saved() async throws {
        try await withStore { base, store, repository in
            let saved = SavedTitles(base: base, savedTitles: store)
            let lists = ListTitles(base: base, savedTitles: store)
            let show = ShowTitle(base: base, savedTitles: store)
            repository.say("Heat")
            let id = TitleID(.tmdb, 1)
            let before = try await show.details(of: id, for: user)
            #expect(!before.isSaved)
            try await saved.save(id, for: user)
            let after = try await show.details(of: id, for: user)
            #expect(after.isSaved)
            let listing = try await lists.page(1, of: .saved, for: user)
            #expect(listing.rows.map(\.title.name) == ["Heat"])
            let others = try await lists.page(1, of: .saved, for: MovieUser(number: 8))
            #expect(others.rows.isEmpty)
            try await saved.unsave(id, for: user)
            let removed = try await lists.page(1, of: .saved, for: user)
            #expect(removed.rows.isEmpty)
        }
    }
}
