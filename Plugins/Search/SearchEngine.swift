import SearchAPI
import Synchronization
import Trellis

/// Searches all providers concurrently, and merges their results until the deadline.
struct SearchEngine: Sendable {
    private let providers: Extensions<any SearchProvider>
    private let timeout: Duration
    private let clock: WallClock

    init(providers: Extensions<any SearchProvider>, timeout: Duration, clock: WallClock) {
        self.providers = providers
        self.timeout = timeout
        self.clock = clock
    }

    /// The names of the plugins that can be searched.
    var plugins: [String] {
        providers.current.map(\.plugin).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Searches the plugins.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - plugins: The plugins to search; nil for all.
    ///   - limit: The maximum number of objects per plugin.
    ///   - send: Receives the results in the order in which they arrive. The deadline does not depend on the time that
    ///     this function takes.
    /// - Throws: `SearchError.notSearchable` when a plugin contributes no provider; the error of `send`;
    ///   `CancellationError` when the task is cancelled.
    func search(
        _ text: SearchText, in plugins: [String]?, limit: Int, _ send: (SearchResult) async throws -> Void
    ) async throws {
        let searchable = self.plugins
        if let missing = plugins?.first(where: { !searchable.contains($0) }) {
            throw SearchError.notSearchable(plugin: missing, searchable: searchable)
        }
        let extensions = providers.current.filter { plugins?.contains($0.plugin) ?? true }
        // The stream holds at most `limit` objects and one end per provider.
        let (events, event) = AsyncStream.makeStream(of: Event.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, provider) in extensions.enumerated() {
                group.addTask {
                    let reason = await Self.ask(provider, text, limit, event)
                    event.yield(.ended(index, reason: reason))
                }
            }
            group.addTask { [clock, timeout] in
                if (try? await clock.sleep(timeout)) != nil { event.yield(.deadline) }
            }
            defer { group.cancelAll() }
            try await merge(events, of: extensions.map(\.plugin), send)
        }
    }

    private enum Event: Sendable {
        case hit(String, SearchHit)
        case ended(Int, reason: String?)
        case deadline
    }

    /// Asks a provider, and returns the reason of its failure; nil when it succeeds.
    private static func ask(
        _ provider: Extension<any SearchProvider>, _ text: SearchText, _ limit: Int,
        _ event: AsyncStream<Event>.Continuation
    ) async -> String? {
        let count = HitCount()
        do {
            try await provider.use { instance in
                try await instance.search(text.text, limit: limit) { hit in
                    if count.next() <= limit { event.yield(.hit(provider.plugin, hit)) }
                }
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Passes on the results, until all providers have ended or the deadline has passed.
    private func merge(
        _ events: AsyncStream<Event>, of plugins: [String], _ send: (SearchResult) async throws -> Void
    ) async throws {
        var pending = Set(plugins.indices)
        if pending.isEmpty { return }
        for await event in events {
            switch event {
            case .hit(let plugin, let hit): try await send(SearchResult(plugin: plugin, kind: .hit(hit)))
            case .ended(let index, let reason):
                pending.remove(index)
                if let reason { try await send(SearchResult(plugin: plugins[index], kind: .failed(reason: reason))) }
                if pending.isEmpty { return }
            case .deadline:
                for index in pending.sorted() {
                    try await send(SearchResult(plugin: plugins[index], kind: .late(limit: timeout)))
                }
                return
            }
        }
        // The stream has no end: the task was cancelled.
        throw CancellationError()
    }
}

/// The number of objects that a provider has found.
private final class HitCount: Sendable {
    private let count = Mutex(0)

    /// Counts an object, and returns the number.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
