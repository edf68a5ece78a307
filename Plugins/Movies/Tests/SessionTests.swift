import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import Movies

@Suite("Movies session", .timeLimit(.minutes(2)))
struct SessionTests {
    /// The navigation stack in short form: `search heat`, `details Heat over Marrowick`.
    private func entries(of movies: MoviesClient) async throws -> [String] {
        try await movies.where().all().compactMap(\.entry).map { "\($0.scene.rawValue) \($0.subject ?? "-")" }
    }

    @Test("navigates from a search to details and back", arguments: Transport.allCases)
    func flow(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            #expect(try await entries(of: movies) == [])
            let found = try await movies.search(query: "heat").all().compactMap(\.title)
            #expect(found.map(\.number) == Array(1...found.count))
            let shown = try await movies.show(title: "2").details
            #expect(shown.id == found[1].id)
            #expect(try await entries(of: movies) == ["search heat", "details \(shown.title)"])
            // The numbers of the list remain valid while details are shown, and further details replace the shown ones.
            #expect(try await movies.show(title: "3").details.id == found[2].id)
            #expect(try await entries(of: movies).count == 2)
            let entry = try #require(try await movies.back().entry)
            #expect(entry.scene == .search)
            #expect(entry.subject == "heat")
            #expect(entry.total == found.count)
            #expect(try await movies.back().entry == nil)
            #expect(try await movies.back().entry == nil)
            await #expect(throws: MoviesError.noSuchNumber(number: 2, highest: 0)) { try await movies.show(title: "2") }
        }
    }

    @Test("numbers titles across pages", arguments: Transport.allCases)
    func pages(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            await #expect(throws: MoviesError.noListOpen) { try await movies.next().all() }
            let first = try await movies.search(query: "the").all()
            let pages = try #require(first.first?.pages)
            #expect(first.allSatisfy { $0.page == 1 })
            _ = try await movies.show(title: "1")
            let second = try await movies.next().all()
            #expect(second.compactMap(\.title).first?.number == 21)
            #expect(second.allSatisfy { $0.page == 2 && $0.pages == pages })
            // The list is on top again, and its earlier numbers are valid.
            #expect(try await entries(of: movies) == ["search the"])
            #expect(try await movies.show(title: "1").details.id == first[0].title?.id)
            for _ in 2..<pages { #expect(try await movies.next().all().compactMap(\.title).count > 0) }
            let after = try await movies.next().all()
            #expect(after.map(\.title) == [nil])
            #expect(after.map(\.page) == [nil])
            // A list that starts at a later page numbers its titles in the same way.
            let again = try await movies.search(query: "the", page: 2).all().compactMap(\.title)
            #expect(again == second.compactMap(\.title))
            await #expect(throws: MoviesError.noSuchNumber(number: 1, highest: 20 + second.count)) {
                try await movies.show(title: "1")
            }
        }
    }

    @Test(
        "shows suggestions above all other entries, and searches for a chosen suggestion",
        arguments: Transport.allCases)
    func suggestions(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            #expect(try await movies.suggestions().all().map(\.suggestion) == [nil])
            for query in ["heat", "the lamplighter", "THE  ferryman", "Heat"] {
                _ = try await movies.search(query: query).all()
            }
            _ = try await movies.show(title: "1")
            let all = try await movies.suggestions().all().compactMap(\.suggestion)
            #expect(all.map(\.query) == ["Heat", "THE ferryman", "the lamplighter"])
            #expect(try await entries(of: movies).map { $0.prefix(7) } == ["search ", "details", "suggest"])
            let some = try await movies.suggestions(prefix: "the").all().compactMap(\.suggestion)
            #expect(some.map(\.number) == [1, 2])
            #expect(try await entries(of: movies).last == "suggestions the")
            #expect(try await entries(of: movies).count == 3)
            let found = try await movies.choose(suggestion: 2).all()
            #expect(try await entries(of: movies) == ["search the lamplighter"])
            #expect(found.count == (try await movies.search(query: "the lamplighter").all().count))
            await #expect(throws: MoviesError.noSuchNumber(number: 1, highest: 0)) {
                try await movies.choose(suggestion: 1).all()
            }
            _ = try await movies.suggestions().all()
            await #expect(throws: MoviesError.noSuchNumber(number: 9, highest: 3)) {
                try await movies.choose(suggestion: 9).all()
            }
            _ = try await movies.forget(query: "HEAT")
            #expect(
                try await movies.suggestions().all().compactMap(\.suggestion?.query) == [
                    "the lamplighter", "THE ferryman",
                ])
            _ = try await movies.forgetAll()
            #expect(try await movies.suggestions().all().map(\.suggestion) == [nil])
        }
    }

    @Test("shows lists, including the list of saved titles", arguments: Transport.allCases)
    func lists(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let movies = try await plugin.movies()
            let home = try await movies.home().all().compactMap(\.title)
            #expect(home.count == 20)
            #expect(try await movies.show(title: "1").details.isSaved == false)
            #expect(try await movies.save().id == home[0].id)
            #expect(try await movies.show(title: "1").details.isSaved)
            let upcoming = try await movies.upcoming().all().compactMap(\.title)
            #expect(try await movies.save(title: "20").id == upcoming[19].id)
            #expect(try await movies.save(title: "sample-7").id == "sample-7")
            let saved = try await movies.saved().all().compactMap(\.title)
            #expect(saved.map(\.id) == ["sample-7", upcoming[19].id, home[0].id])
            #expect(try await entries(of: movies) == ["saved -"])
            #expect(try await movies.show(title: "2").details.id == upcoming[19].id)
            #expect(try await movies.unsave().id == upcoming[19].id)
            #expect(try await movies.unsave(title: "sample-300").id == "sample-300")
            #expect(try await movies.saved().all().compactMap(\.title?.id) == ["sample-7", home[0].id])
            #expect(try await movies.next().all().map(\.title) == [nil])
        }
    }

    @Test("every method accepts an identifier in a new session", arguments: Transport.allCases)
    func identifiers(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            func client() async throws -> MoviesClient { try await plugin.movies() }
            #expect(try await client().show(title: "sample-9").details.id == "sample-9")
            #expect(try await client().poster(title: "sample-9").all().count == 1)
            #expect(try await client().save(title: "sample-9").id == "sample-9")
            #expect(try await client().saved().all().compactMap(\.title?.id) == ["sample-9"])
            #expect(try await client().unsave(title: "sample-9").id == "sample-9")
            #expect(try await client().saved().all().map(\.title) == [nil])
            _ = try await client().search(query: "heat", page: 2).all()
            #expect(try await client().suggestions().all().compactMap(\.suggestion?.query) == ["heat"])
            for command in [{ try await $0.save().id }, { try await $0.unsave().id }]
                as [(MoviesClient) async throws -> String]
            {
                await #expect(throws: MoviesError.noTitleOpen) { try await command(client()) }
            }
            await #expect(throws: MoviesError.noTitleOpen) { try await client().poster().all() }
        }
    }

    @Test("each connection has a separate stack, and each user has separate saved titles")
    func separation() async throws {
        try await withMovies { fixture in
            let (ada, adasOther, bruno, anonymous) = (
                try await fixture.client(of: 1_000), try await fixture.client(of: 1_000),
                try await fixture.client(of: 1_001),
                try await fixture.client()
            )
            _ = try await ada.search(query: "heat").all()
            _ = try await ada.save(title: "1")
            #expect(try await entries(of: adasOther) == [])
            #expect(try await adasOther.suggestions().all().compactMap(\.suggestion?.query) == ["heat"])
            #expect(try await adasOther.saved().all().compactMap(\.title).count == 1)
            for other in [bruno, anonymous] {
                #expect(try await other.suggestions().all().map(\.suggestion) == [nil])
                #expect(try await other.saved().all().map(\.title) == [nil])
            }
            _ = try await bruno.forgetAll()
            #expect(try await ada.suggestions().all().compactMap(\.suggestion?.query) == ["heat"])
        }
    }

    @Test("closing a session closes its scenes, and stopping the plugin closes its sessions")
    func closing() async throws {
        let scope = try await withMovies { fixture in
            let (movies, scope) = try await fixture.session()
            _ = try await movies.search(query: "heat").all()
            _ = try await movies.show(title: "1")
            #expect(await scope.close().problems.isEmpty)
            await #expect(throws: (any Error).self) { try await movies.search(query: "heat").all() }
            let (others, other) = try await fixture.session()
            _ = try await others.home().all()
            return other
        }
        #expect(throws: ScopeClosed.self) { try scope.contributions(to: (any VarlinkInterface).self) }
    }

    @Test("rejects invalid calls with the errors of the contract, without navigating", arguments: Transport.allCases)
    func errors(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, settings: ["savedTitles": "2"], over: transport) { plugin in
            let movies = try await plugin.movies()
            _ = try await movies.search(query: "heat").all()
            for id in ["heat", "tmdb-7", "sample-0", "sample-61", "-"] {
                await #expect(throws: MoviesError.noSuchTitle(id: id)) { try await movies.show(title: id) }
            }
            await #expect(throws: MoviesError.invalidQuery(reason: "expected at least one word")) {
                try await movies.search(query: "  ").all()
            }
            for page in [0, -1, 501] {
                await #expect(throws: ServiceError.invalidParameter(parameter: "page")) {
                    try await movies.search(query: "heat", page: page).all()
                }
                await #expect(throws: ServiceError.invalidParameter(parameter: "page")) {
                    try await movies.home(page: page).all()
                }
            }
            _ = try await movies.save(title: "1")
            _ = try await movies.save(title: "2")
            _ = try await movies.save(title: "2")
            await #expect(throws: MoviesError.tooManySaved(limit: 2)) { try await movies.save(title: "3") }
            #expect(try await entries(of: movies) == ["search heat"])
        }
    }

    @Test("reports the source of the titles", arguments: Transport.allCases)
    func about(over transport: Transport) async throws {
        try await withPlugin(MoviesPlugin.self, over: transport) { plugin in
            let about = try await plugin.movies().about()
            #expect(about.source == .sample)
            #expect(about.notice.contains("invented"))
        }
    }
}
