import Foundation
import Synchronization
import Testing

@testable import Movies

/// The models, with environments and actions alone: no container, no plugin, no daemon.
@Suite("The models")
struct ModelTests {
    private let away = MovieSourceError.away(reason: "the network is gone")

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
        "of a search asks for pages, has its query remembered once it was answered, and asks to show what is selected")
    func search() async throws {
        let remembered = Mutex<[String]>([])
        let selected = Mutex<[TitleID]>([])
        let failing = Mutex(true)
        let environment = SearchEnvironment(
            page: { query, number in
                #expect(query.text == "heat")
                if failing.withLock(\.self) { throw away }
                return page(number, of: 2)
            },
            remember: { query in remembered.withLock { $0.append(query.text) } })
        let actions = SearchActions(
            showDetails: { id in
                selected.withLock { $0.append(id) }
                return shown(id)
            },
            showSuggestions: { beginning in
                #expect(beginning == "he")
                return []
            })
        let model = SearchModel(
            request: SearchRequest(query: try SearchQuery("heat")), environment: environment, actions: actions)
        await #expect(throws: away) { try await model.load() }
        #expect(remembered.withLock(\.self) == [])
        await #expect(throws: SessionError.noSuchNumber(1, highest: 0)) { try await model.select(1) }
        failing.withLock { $0 = false }
        #expect(try await model.load().rows.map(\.number) == Array(1...20))
        #expect(remembered.withLock(\.self) == ["heat"])
        failing.withLock { $0 = true }
        await #expect(throws: away) { try await model.next() }
        #expect(await model.place == Place(scene: .search, about: "heat", extent: .init(page: 1, pages: 2, total: 40)))
        failing.withLock { $0 = false }
        #expect(try await model.next().rows.map(\.number) == Array(21...40))
        #expect(try await model.next().rows == [])
        #expect(try await model.select(25).details.title.id == TitleID(.tmdb, 205))
        #expect(selected.withLock(\.self) == [TitleID(.tmdb, 205)])
        await #expect(throws: SessionError.noSuchNumber(41, highest: 40)) { try await model.select(41) }
        #expect(try await model.suggest(beginning: "he") == [])
        #expect(remembered.withLock(\.self) == ["heat"])
    }

    @Test("of a list asks for pages, and asks to show what is selected")
    func list() async throws {
        let environment = ListEnvironment { TitleListing(page($0, of: 2)) }
        let model = ListModel(
            request: ListRequest(list: .upcoming, page: 2), environment: environment,
            actions: ListActions { shown($0) })
        #expect(await model.place == Place(scene: .list(.upcoming)))
        #expect(try await model.load().rows.first?.number == 21)
        #expect(try await model.select(22).details.title.id == TitleID(.tmdb, 202))
        await #expect(throws: SessionError.noSuchNumber(1, highest: 40)) { try await model.select(1) }
        #expect(try await model.next().rows == [])
    }

    @Test("of details tells whether the title is saved, and how old the answer is")
    func details() async throws {
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let model = DetailsModel(
            id: TitleID(.tmdb, 7),
            environment: DetailsEnvironment(
                details: { Answer(shown($0).details, fetched: time) }, isSaved: { $0 == TitleID(.tmdb, 7) }))
        #expect(model.titleID == TitleID(.tmdb, 7))
        let title = try await model.load()
        #expect(title.isSaved)
        #expect(title.fetched == time)
        #expect(await model.place == Place(scene: .details, about: "tmdb-7"))
    }

    @Test("of suggestions asks to search by the one that is chosen")
    func suggestions() async throws {
        let searched = Mutex<[String]>([])
        let model = SuggestionsModel(
            request: SuggestionsRequest(beginning: "he"),
            environment: SuggestionsEnvironment { beginning in
                #expect(beginning == "he")
                return ["heat", "hearth"].map { RememberedQuery(text: $0, time: .distantPast) }
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
        #expect(await model.place.about == "he")
    }
}
