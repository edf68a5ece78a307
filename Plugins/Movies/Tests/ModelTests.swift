import Foundation
import Synchronization
import Testing

@testable import Movies

/// Tests of the models with environments and actions, without a container.
@Suite("Session models", .timeLimit(.minutes(2)))
struct ModelTests {
    private let unavailable = MovieSourceError.unavailable(reason: "the network is gone")

    private func page(_ number: Int, of pages: Int) -> Answer<TitlePage> {
        let titles = (1...20).map { Title(id: TitleID(.tmdb, number * 100 + $0), name: "\(number).\($0)") }
        return Answer(TitlePage(titles: titles, page: number, pages: pages, total: pages * 20))
    }

    private func shown(_ id: TitleID) -> ShownTitle {
        ShownTitle(
            details: TitleDetails(title: Title(id: id, name: "\(id)"), genres: [], directors: [], cast: [], votes: 0),
            isSaved: false)
    }

    @Test(
        "a search loads pages, and shows the selected title")
    func search() async throws {
        let selected = Mutex<[TitleID]>([])
        let failing = Mutex(true)
        @Sendable func results(_ number: Int, of query: SearchQuery) throws -> TitleListing {
            #expect(query.text == "heat")
            if failing.withLock(\.self) { throw unavailable }
            return TitleListing(page(number, of: 2))
        }
        let environment = SearchEnvironment(
            search: { try results($0.page, of: $0.query) }, page: { try results($0, of: $1) })
        let actions = SearchActions(
            showDetails: { id in
                selected.withLock { $0.append(id) }
                return shown(id)
            },
            showSuggestions: { prefix in
                #expect(prefix == "he")
                return []
            })
        let model = SearchModel(
            request: SearchRequest(query: try SearchQuery("heat")), environment: environment, actions: actions)
        await #expect(throws: unavailable) { try await model.load() }
        await #expect(throws: SessionError.noSuchNumber(1, highest: 0)) { try await model.select(1) }
        failing.withLock { $0 = false }
        #expect(try await model.load().rows.map(\.number) == Array(1...20))
        failing.withLock { $0 = true }
        await #expect(throws: unavailable) { try await model.next() }
        #expect(
            await model.entry
                == NavigationEntry(
                    kind: .search, subject: "heat", pagination: Pagination(page: 1, pages: 2, total: 40)))
        failing.withLock { $0 = false }
        #expect(try await model.next().rows.map(\.number) == Array(21...40))
        #expect(try await model.next().rows == [])
        #expect(try await model.select(25).details.title.id == TitleID(.tmdb, 205))
        #expect(selected.withLock(\.self) == [TitleID(.tmdb, 205)])
        await #expect(throws: SessionError.noSuchNumber(41, highest: 40)) { try await model.select(41) }
        #expect(try await model.suggest(withPrefix: "he") == [])
    }

    @Test("a list loads pages, and shows the selected title")
    func list() async throws {
        let environment = ListEnvironment { number, list in
            #expect(list == .upcoming)
            return TitleListing(page(number, of: 2))
        }
        let model = ListModel(
            request: ListRequest(list: .upcoming, page: 2), environment: environment,
            actions: ListActions { shown($0) })
        #expect(await model.entry == NavigationEntry(kind: .list(.upcoming)))
        #expect(try await model.load().rows.first?.number == 21)
        #expect(try await model.select(22).details.title.id == TitleID(.tmdb, 202))
        await #expect(throws: SessionError.noSuchNumber(1, highest: 40)) { try await model.select(1) }
        #expect(try await model.next().rows == [])
    }

    @Test("details have the saved state and the age of the answer")
    func details() async throws {
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let model = DetailsModel(
            id: TitleID(.tmdb, 7),
            environment: DetailsEnvironment {
                ShownTitle(details: shown($0).details, isSaved: $0 == TitleID(.tmdb, 7), fetched: time)
            })
        #expect(model.titleID == TitleID(.tmdb, 7))
        let title = try await model.load()
        #expect(title.isSaved)
        #expect(title.fetched == time)
        #expect(await model.entry == NavigationEntry(kind: .details, subject: "tmdb-7"))
    }

    @Test("suggestions search for the chosen query")
    func suggestions() async throws {
        let searched = Mutex<[String]>([])
        let model = SuggestionsModel(
            request: SuggestionsRequest(prefix: "he"),
            environment: SuggestionsEnvironment { prefix in
                #expect(prefix == "he")
                return [(1, "heat"), (2, "hearth")].map {
                    NumberedSuggestion(number: $0, query: RememberedQuery(text: $1, time: .distantPast))
                }
            },
            actions: SuggestionsActions { query in
                searched.withLock { $0.append(query.text) }
                return TitleListing([])
            })
        await #expect(throws: SessionError.noSuchNumber(1, highest: 0)) { try await model.choose(1) }
        #expect(try await model.load().map(\.number) == [1, 2])
        _ = try await model.choose(2)
        for number in [0, 3] {
            await #expect(throws: SessionError.noSuchNumber(number, highest: 2)) { try await model.choose(number) }
        }
        #expect(searched.withLock(\.self) == ["hearth"])
        #expect(await model.entry.subject == "he")
    }
}
