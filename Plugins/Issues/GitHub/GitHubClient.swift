import Foundation
import Synchronization
import Trellis
import TrellisHTTP

/// Sends requests to the REST API as one account: with its token, its rate limit and its cache.
///
/// The client belongs to the account's scope, which closes after the last command of the account has ended.
final class GitHubClient: Sendable {
    /// The maximum number of concurrent requests.
    ///
    /// GitHub recommends serial requests, and permits at most 100 concurrent ones (docs.github.com, "Best practices for
    /// using the REST API", "Rate limits for the REST API"). With 4, a slow request does not block the others.
    static let maximumConcurrentRequests = 4

    /// The minimum interval in seconds between requests that change something (docs.github.com, "Best practices for
    /// using the REST API").
    static let changeInterval = 1.0

    private let account: Account
    private let connection: GitHubConnection
    private let cache: ResponseCache
    private let availability: GitHubAvailability
    private let server: ServerURL
    private let clock: WallClock
    private let requests = RequestSemaphore(GitHubClient.maximumConcurrentRequests)
    private let changes = RequestSemaphore(1)
    private let limits = Mutex(RateLimit())
    private let lastChange = Mutex<Date?>(nil)

    init(
        account: Account, connection: GitHubConnection, cache: ResponseCache, availability: GitHubAvailability,
        server: ServerURL, clock: WallClock
    ) {
        self.account = account
        self.connection = connection
        self.cache = cache
        self.availability = availability
        self.server = server
        self.clock = clock
    }

    /// Reads a resource.
    ///
    /// A cached response is revalidated with a conditional request (docs.github.com, "Best practices for using the REST
    /// API", "Use conditional requests if appropriate"). If GitHub is unavailable or the rate limit is reached, the
    /// cached response is returned.
    ///
    /// - Parameters:
    ///   - type: The type of the resource.
    ///   - url: The absolute URL of the resource.
    ///   - what: The name of the resource in errors.
    /// - Returns: The resource, with the link to the next page.
    /// - Throws: ``GitHubFailure`` when a request fails; `CancellationError` when the task is cancelled.
    func read<Value: Decodable & Sendable>(
        _ type: Value.Type, at url: String, what: String
    ) async throws -> Response<Fetched<Value>> {
        // The URL of a next page comes from a response, and the token must not be sent to another server.
        guard let target = URL(string: url), server.hasSameOrigin(as: target) else {
            throw GitHubFailure.unusableListing(reason: "the link to the next page leads to another server")
        }
        let cached = cached(type, at: url)
        // Shortly after a failure, the cache is used without a request, so that a listing does not wait at each page.
        if cached != nil, let reason = availability.recentFailure { return try response(cached, insteadOf: reason) }
        var request = HTTPRequest(url: url)
        if let etag = cached?.response.etag { request.headers.append((name: "If-None-Match", value: etag)) }
        let failures = availability.failures
        let response: HTTPResponse
        do {
            response = try await requests.withPermit {
                // If another request has failed while this one waited for a permit, this request fails, too. Otherwise,
                // the waiting requests would time out one after the other.
                if let reason = availability.failure(after: failures) {
                    throw HTTPFailure(.noConnection, reason)
                }
                return try await self.send(request)
            }
        } catch let failure as HTTPFailure {
            return try self.response(cached, insteadOf: failure.reason)
        } catch let limit as GitHubFailure {
            guard case .rateLimited = limit, let cached else { throw limit }
            return self.response(cached)
        }
        let next = LinkHeader.next(in: response.headers["link"]).map(PageLink.init(url:))
        if response.status == 304, var cached {
            // The headers of this response replace the stored ones (RFC 9111, 4.3.4): a full page can be unchanged
            // although another page now follows it.
            if response.headers["link"] != nil, next != cached.response.next {
                cached.response.next = next
                cache.store(cached.response)
            } else {
                cache.renew(cached.response)
            }
            return Response(Fetched(value: cached.value, next: cached.response.next))
        }
        guard response.status == 200 else { throw GitHubFailure(response, to: what, by: account) }
        do {
            let value = try ReceivedJSON.decode(type, from: response.body)
            // An ETag with characters other than visible ASCII and spaces cannot be sent in a header (RFC 9110, 5.5).
            let etag = response.headers["etag"].flatMap { tag in
                tag.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? tag : nil
            }
            cache.store(CachedResponse(url: url, etag: etag, next: next, body: response.body))
            return Response(Fetched(value: value, next: next))
        } catch {
            let reason = "invalid response: \(Self.describe(error))"
            // Another server responded, or GitHub did not send the whole response. A field of another type is no outage.
            if Self.concernsWholeResponse(error) { availability.recordFailure(reason) }
            return try self.response(cached, insteadOf: reason)
        }
    }

    /// Creates or changes a resource.
    ///
    /// The request is not retried.
    ///
    /// - Parameters:
    ///   - method: The method of the request: `.post` or `.patch`.
    ///   - type: The type of the resource.
    ///   - url: The absolute URL of the resource, or of the listing that will contain it.
    ///   - body: The body of the request, in JSON.
    ///   - what: The name of the changed resource, or of the parent of a created one, in errors.
    /// - Returns: The resource after the change.
    /// - Throws: ``GitHubFailure`` when a request fails, or when the task is cancelled while the request is in progress;
    ///   `CancellationError` when the task is cancelled before.
    func change<Value: Decodable & Sendable>(
        _ method: HTTPRequest.Method, _ type: Value.Type, at url: String, with body: some Encodable & Sendable,
        what: String
    ) async throws -> Value {
        let request = HTTPRequest(
            method, url: url, headers: [(name: "Content-Type", value: "application/json")],
            body: Array(try JSONEncoder().encode(body)))
        let response: HTTPResponse
        do {
            response = try await changes.withPermit {
                try await self.waitForChangeInterval()
                do {
                    return try await self.send(request)
                } catch is CancellationError {
                    throw GitHubFailure.outcomeUnknown(reason: "the command was cancelled before GitHub responded")
                }
            }
        } catch let failure as HTTPFailure {
            guard failure.mayHaveTakenEffect else {
                throw GitHubFailure.unreachable(reason: failure.reason, since: availability.unavailableSince)
            }
            throw GitHubFailure.outcomeUnknown(reason: failure.reason)
        }
        guard response.status < 300 else { throw GitHubFailure(response, to: what, by: account) }
        do {
            return try ReceivedJSON.decode(type, from: response.body)
        } catch {
            throw GitHubFailure.outcomeUnknown(reason: "invalid response: \(Self.describe(error))")
        }
    }

    /// Sends a request with the account's token and the headers of the REST API.
    ///
    /// - Throws: ``GitHubFailure`` when the rate limit is reached; the error of the connection.
    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.credential = account.token?.credential
        request.headers.append((name: "Accept", value: "application/vnd.github+json"))
        request.headers.append((name: "X-GitHub-Api-Version", value: GitHubConnection.apiVersion))
        let resource: RateLimit.Resource = request.url.hasPrefix(server.url(["search"])) ? .search : .core
        let response = try await connection.response(to: request, from: server) { try self.checkLimit(of: resource) }
        let now = clock.now()
        let (isRateLimited, pause) = limits.withLock { limits in
            (limits.record(response, of: resource, at: now), limits.pause(of: .core, at: now))
        }
        if let pause { availability.recordRateLimit(until: pause.until) }
        if isRateLimited { try checkLimit(of: resource) }
        if account.token != nil { availability.recordToken(isAccepted: response.status != 401) }
        return response
    }

    private func checkLimit(of resource: RateLimit.Resource) throws {
        let now = clock.now()
        if let pause = limits.withLock({ $0.pause(of: resource, at: now) }) {
            throw GitHubFailure.rateLimited(until: pause.until, message: pause.message)
        }
    }

    /// Waits until ``changeInterval`` has passed since the last change.
    ///
    /// The caller must have a permit of the semaphore `changes`.
    private func waitForChangeInterval() async throws {
        let passed = lastChange.withLock { $0 }.map { clock.now().timeIntervalSince($0) }
        // The clock may have been set back.
        let rest = passed.map { min(Self.changeInterval - $0, Self.changeInterval) } ?? 0
        if rest > 0 { try await clock.sleep(.seconds(rest)) }
        let now = clock.now()
        lastChange.withLock { $0 = now }
    }

    /// Returns the cached response; nil when there is none, or when it cannot be decoded.
    private func cached<Value: Decodable>(
        _ type: Value.Type, at url: String
    ) -> (response: CachedResponse, value: Value)? {
        guard let response = cache.response(to: url),
            let value = try? ReceivedJSON.decode(type, from: response.body)
        else { return nil }
        return (response, value)
    }

    /// Returns the cached response in place of a failed request.
    ///
    /// - Throws: ``GitHubFailure/unreachable(reason:since:)`` when no response is cached.
    private func response<Value>(
        _ cached: (response: CachedResponse, value: Value)?, insteadOf reason: String
    ) throws -> Response<Fetched<Value>> {
        guard let cached else {
            throw GitHubFailure.unreachable(reason: reason, since: availability.unavailableSince)
        }
        return response(cached)
    }

    /// Returns the cached response with its age.
    private func response<Value>(_ cached: (response: CachedResponse, value: Value)) -> Response<Fetched<Value>> {
        // The date is the modification time of the file, which another program may have changed.
        let age = Int(min(max(clock.now().timeIntervalSince(cached.response.fetched), 0), 1e10))
        return Response(Fetched(value: cached.value, next: cached.response.next), age: age)
    }

    /// Logs the records of a listing that were left out.
    func report(_ errors: [any Error], in url: String) {
        guard let first = errors.first else { return }
        availability.logger.notice(
            "records of a response of GitHub are invalid and left out",
            metadata: ["url": "\(url)", "records": "\(errors.count)", "error": "\(Self.describe(first))"])
    }

    /// Whether a response is not JSON, or its outermost value has another type.
    private static func concernsWholeResponse(_ error: any Error) -> Bool {
        switch error as? DecodingError {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
        default: false
        }
    }

    private static func describe(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .dataCorrupted(let context) where context.codingPath.isEmpty: return "it is not JSON"
        case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
            return "\(path.isEmpty ? "the value" : "'\(path)'") has an unexpected type or value"
        @unknown default: return "\(error)"
        }
    }
}
