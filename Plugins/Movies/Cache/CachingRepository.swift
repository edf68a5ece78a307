import Foundation
import Trellis

/// A decorator that caches the answers of another repository.
///
/// A fresh answer is returned without a request. An older answer is returned only while the source is unavailable.
struct CachingRepository: MovieRepository {
    private let base: any MovieRepository
    private let cache: AnswerCache
    private let localization: Localization
    private let freshness: TimeInterval
    private let clock: WallClock

    /// - Parameters:
    ///   - base: The repository.
    ///   - cache: The cache of its answers.
    ///   - localization: The language and the country of the answers.
    ///   - freshness: The age up to which a cached answer is used without a request.
    ///   - clock: The clock for the age of an answer.
    init(
        base: any MovieRepository, cache: AnswerCache, localization: Localization, freshness: Duration, clock: WallClock
    ) {
        self.base = base
        self.cache = cache
        self.localization = localization
        self.freshness = freshness / .seconds(1)
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
        to request: String, _ fetch: () async throws -> Answer<Value>
    ) async throws -> Answer<Value> {
        let key = "\(localization.language) \(localization.region ?? "-") \(request)"
        let cached = cache.stored(Value.self, for: key)
        let now = clock.now()
        // An answer with a future time was stored while the clock was ahead, and is not fresh.
        if let cached, cached.time <= now, now.timeIntervalSince(cached.time) < freshness {
            return Answer(cached.value)
        }
        do {
            let answer = try await fetch()
            if answer.fetched == nil { cache.store(answer.value, for: key) }
            return answer
        } catch let error as MovieSourceError {
            guard case .unavailable = error, let cached else { throw error }
            return Answer(cached.value, fetched: cached.time)
        }
    }
}
