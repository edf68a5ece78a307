import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// Asks GitHub as one account: with its token, within its limits, with what it has read before at hand.
///
/// It lives in the account's scope. After that has closed it sends nothing, and writes nothing to the cache.
final class GitHubClient: Sendable, Closable {
    /// How many requests are under way at a time.
    ///
    /// GitHub asks for one after the other and punishes more than 100
    /// (docs.github.com, "Best practices for using the REST API", "Rate limits for the REST API"); with a few, one that
    /// is slow does not hold up the others.
    static let width = 4

    /// The least time between two requests that change something, in seconds (the same pages).
    static let pause = 1.0

    private let account: Account
    private let connection: GitHubConnection
    private let cache: ResponseCache
    private let availability: GitHubAvailability
    private let server: ServerURL
    private let clock: WallClock
    private let turns = Turns(GitHubClient.width)
    private let changes = Turns(1)
    private let limit = Mutex(RateLimit())
    private let lastChange = Mutex<Date?>(nil)
    private let isClosed = Atomic(false)

    init(
        account: Account, connection: GitHubConnection, cache: ResponseCache, availability: GitHubAvailability,
        configuration: IssuesConfiguration, clock: WallClock
    ) {
        self.account = account
        self.connection = connection
        self.cache = cache
        self.availability = availability
        self.server = configuration.baseURL
        self.clock = clock
    }

    /// Sends nothing more.
    func close() async throws {
        isClosed.store(true, ordering: .sequentiallyConsistent)
    }

    /// Reads something.
    ///
    /// An answer that is in the cache is asked for on the condition that it has changed (docs.github.com, "Best
    /// practices for using the REST API", "Use conditional requests if appropriate"); when GitHub is unavailable or
    /// takes no more requests, it is what the cache has.
    ///
    /// - Parameters:
    ///   - type: What it is.
    ///   - url: Where it is.
    ///   - what: What it is called in an error.
    /// - Returns: It, with the link to the next page.
    /// - Throws: ``GitHubFailure``, `CancellationError`.
    func read<Value: Decodable & Sendable>(
        _ type: Value.Type, at url: String, what: String
    ) async throws -> Answer<Fetched<Value>> {
        // GitHub names the URLs of next pages, and the token is not for another server.
        guard let target = URL(string: url), server.hasSameOrigin(as: target) else {
            throw GitHubFailure.unusableListing(reason: "its link to the next page leads to another server")
        }
        let known = known(type, at: url)
        // A page of a listing need not wait for what the page before has waited for in vain.
        if known != nil, let reason = availability.freshFailure { return try answer(known, insteadOf: reason) }
        var request = HTTPRequest(url: url)
        if let etag = known?.response.etag { request.headers.append((name: "If-None-Match", value: etag)) }
        let failures = availability.failures
        let response: HTTPResponse
        do {
            response = try await turns.withTurn {
                // Those who wait in line share what the one before them has found out: it takes the time limit once.
                if let reason = availability.failure(after: failures) {
                    throw HTTPFailure(.noConnection, reason)
                }
                return try await self.send(request)
            }
        } catch let failure as HTTPFailure {
            return try answer(known, insteadOf: failure.reason)
        } catch let limit as GitHubFailure {
            guard case .rateLimited = limit, let known else { throw limit }
            return answer(known)
        }
        if response.status == 304, let known {
            cache.renew(known.response)
            return Answer(Fetched(value: known.value, next: known.response.next))
        }
        guard response.status == 200 else { throw GitHubFailure(response, to: what, by: account) }
        do {
            let value = try ReceivedJSON.decode(type, from: response.body)
            let next = LinkHeader.next(in: response.headers["link"]).map(PageLink.init(url:))
            // One that can't be sent back in a header (RFC 9110, 5.5) would fail each later request.
            let etag = response.headers["etag"].flatMap { tag in
                tag.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? tag : nil
            }
            cache.store(CachedResponse(url: url, etag: etag, next: next, body: response.body))
            return Answer(Fetched(value: value, next: next))
        } catch {
            let reason = "what it answered can't be read: \(Self.describe(error))"
            availability.noteFailure(reason)
            return try answer(known, insteadOf: reason)
        }
    }

    /// Makes something.
    ///
    /// It is tried once.
    ///
    /// - Parameters:
    ///   - type: What it is.
    ///   - url: Where it is made.
    ///   - body: What it is made from.
    ///   - what: What is asked for, for an error.
    /// - Returns: What was made.
    /// - Throws: ``GitHubFailure``, `CancellationError`.
    func create<Value: Decodable & Sendable>(
        _ type: Value.Type, at url: String, from body: some Encodable & Sendable, what: String
    ) async throws -> Value {
        let request = HTTPRequest(
            .post, url: url, headers: [(name: "Content-Type", value: "application/json")],
            body: Array(try JSONEncoder().encode(body)))
        let response: HTTPResponse
        do {
            response = try await changes.withTurn {
                try await self.pause()
                return try await self.send(request)
            }
        } catch let failure as HTTPFailure {
            guard failure.mayHaveBeenDone else {
                throw GitHubFailure.unreachable(reason: failure.reason, since: availability.awaySince)
            }
            throw GitHubFailure.outcomeUnknown(reason: failure.reason)
        }
        guard response.status < 300 else { throw GitHubFailure(response, to: what, by: account) }
        do {
            return try ReceivedJSON.decode(type, from: response.body)
        } catch {
            throw GitHubFailure.outcomeUnknown(reason: "what it answered can't be read: \(Self.describe(error))")
        }
    }

    /// Sends a request with this account's token and the headers of the REST API, unless it is known that it would be
    /// refused.
    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.credential = account.token?.credential
        request.headers.append((name: "Accept", value: "application/vnd.github+json"))
        request.headers.append((name: "X-GitHub-Api-Version", value: GitHubConnection.apiVersion))
        let response = try await connection.answer(to: request, from: server) { try self.mayGoOn() }
        let now = clock.now()
        let isRefused = limit.withLock { $0.note(response, at: now) }
        if let until = limit.withLock(\.until), until > now { availability.noteLimit(until: until) }
        if isRefused { try mayGoOn() }
        if account.token != nil { availability.noteToken(isAccepted: response.status != 401) }
        return response
    }

    private func mayGoOn() throws {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else {
            throw GitHubFailure.notSignedIn(reason: "somebody logged out meanwhile: log in again")
        }
        let (until, message) = limit.withLock { ($0.until, $0.message) }
        if let until, until > clock.now() { throw GitHubFailure.rateLimited(until: until, message: message) }
    }

    /// Waits until it is time for the next change.
    ///
    /// The caller has the turn for changes.
    private func pause() async throws {
        let passed = lastChange.withLock { $0 }.map { clock.now().timeIntervalSince($0) }
        // The time of day may have been set back meanwhile.
        let rest = passed.map { min(Self.pause - $0, Self.pause) } ?? 0
        if rest > 0 { try await clock.sleep(.seconds(rest)) }
        let now = clock.now()
        lastChange.withLock { $0 = now }
    }

    /// What the cache has, if it can still be read.
    private func known<Value: Decodable>(
        _ type: Value.Type, at url: String
    ) -> (response: CachedResponse, value: Value)? {
        guard let response = cache.response(to: url),
            let value = try? ReceivedJSON.decode(type, from: response.body)
        else { return nil }
        return (response, value)
    }

    /// The cached answer, when GitHub is unavailable.
    ///
    /// - Throws: ``GitHubFailure/unreachable(reason:since:)`` when there is none.
    private func answer<Value>(
        _ known: (response: CachedResponse, value: Value)?, insteadOf reason: String
    ) throws -> Answer<Fetched<Value>> {
        guard let known else {
            throw GitHubFailure.unreachable(reason: reason, since: availability.awaySince)
        }
        return answer(known)
    }

    /// The cached answer, with its age.
    private func answer<Value>(_ known: (response: CachedResponse, value: Value)) -> Answer<Fetched<Value>> {
        // The date is that of a file, which may have any.
        let age = Int(min(max(clock.now().timeIntervalSince(known.response.fetched), 0), 1e10))
        return Answer(Fetched(value: known.value, next: known.response.next), age: age)
    }

    private static func describe(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .dataCorrupted(let context) where context.codingPath.isEmpty: return "it is not JSON"
        case .keyNotFound(let key, _): return "it has no '\(key.stringValue)'"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
            return "\(path.isEmpty ? "it" : "'\(path)'") is not what GitHub's documentation says"
        @unknown default: return "\(error)"
        }
    }
}
