import SearchAPI
import Trellis

/// The methods of `io.trellis.Search`.
struct SearchInterface: SearchService {
    private let engine: SearchEngine
    private let limit: Int

    init(engine: SearchEngine, limit: Int) {
        self.engine = engine
        self.limit = limit
    }

    func search(
        text: String, plugins: [String]?, limit: Int?, replies: ReplyWriter<SearchContract.SearchReply>,
        context: CallContext
    ) async throws -> SearchContract.SearchReply {
        let limit = limit ?? self.limit
        guard SearchConfiguration.limits.contains(limit) else {
            throw ServiceError.invalidParameter(parameter: "limit")
        }
        let text = try SearchText(text)
        let empty = SearchContract.SearchReply(
            plugin: nil, title: nil, detail: nil, show: nil, problem: nil, reason: nil)
        // Each result is sent when it is found: the last reply of a stream must not be a result.
        try await engine.search(text, in: plugins, limit: limit) { try await replies.send(.init($0)) }
        return empty
    }
}

extension SearchContract.SearchReply {
    /// Creates a reply with a result.
    fileprivate init(_ result: SearchResult) {
        self.init(plugin: result.plugin, title: nil, detail: nil, show: nil, problem: nil, reason: nil)
        switch result.kind {
        case .hit(let hit): (title, detail, show) = (hit.title, hit.detail, hit.show)
        case .failed(let reason): (problem, self.reason) = (.failed, reason)
        case .late(let limit): (problem, reason) = (.late, "no complete answer within \(limit.systemdText)")
        }
    }
}
