import Foundation
import Trellis

/// Keeps what another repository answers: to give it again for a while, and when the source is away.
struct CachingRepository: MovieRepository {
    private let base: any MovieRepository
    private let cache: AnswerCache
    private let configuration: TMDBConfiguration
    private let clock: WallClock

    init(base: any MovieRepository, cache: AnswerCache, configuration: MoviesConfiguration, clock: WallClock) {
        self.base = base
        self.cache = cache
        self.configuration = configuration.tmdb
        self.clock = clock
    }

    func search(_ query: SearchQuery, page: Int) async throws -> Answer<TitlePage> {
        try await answer(to: "search \(page) \(query.folded)") { try await base.search(query, page: page) }
    }

    func home(page: Int) async throws -> Answer<TitlePage> {
        try await answer(to: "home \(page)") { try await base.home(page: page) }
    }

    func upcoming(page: Int) async throws -> Answer<TitlePage> {
        try await answer(to: "upcoming \(page)") { try await base.upcoming(page: page) }
    }

    func details(of id: TitleID) async throws -> Answer<TitleDetails> {
        try await answer(to: "details \(id)") { try await base.details(of: id) }
    }

    private func answer<Value: Codable & Sendable>(
        to question: String, _ ask: () async throws -> Answer<Value>
    ) async throws -> Answer<Value> {
        // In another language it is another question.
        let key = "\(configuration.language) \(configuration.region ?? "-") \(question)"
        let kept = cache.stored(Value.self, for: key)
        let now = clock.now()
        // Kept by a clock that was ahead, it is as old as can be.
        if let kept, kept.time <= now, now.timeIntervalSince(kept.time) < configuration.freshness / .seconds(1) {
            return Answer(kept.value)
        }
        do {
            let answer = try await ask()
            if answer.fetched == nil { cache.store(answer.value, for: key) }
            return answer
        } catch let error as MovieSourceError {
            guard case .away = error, let kept else { throw error }
            return Answer(kept.value, fetched: kept.time)
        }
    }
}
