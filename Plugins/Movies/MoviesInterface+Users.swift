import Trellis

// The methods for saved titles and remembered queries.

extension MoviesInterface {
    func saved(
        watch: Bool?, since: Int?, replies: ReplyWriter<MoviesContract.SavedReply>, context: CallContext
    ) async throws -> MoviesContract.SavedReply {
        if watch == true {
            try await watches.open(WatchRequest(since: since)) { watch in
                try await watch.run { try await replies.send(.init($0)) }
            }
            // A watch returns only when the store has closed, because the plugin stops.
            throw CancellationError()
        }
        if since != nil { throw ServiceError.invalidParameter(parameter: "since") }
        let listing = try await coordinator.show(ListRequest(list: .saved))
        let titles = listing.rows.compactMap(MoviesContract.SavedTitle.init)
        return try await replies.send(contentsOf: titles.map { .init(event: nil, title: $0, revision: nil) })
            ?? .init(event: nil, title: nil, revision: nil)
    }

    func save(title: String?, context: CallContext) async throws -> MoviesContract.SaveReply {
        let id = try await stack.titleID(of: title.map(reference))
        try await savedTitles.save(id, for: user)
        return MoviesContract.SaveReply(id: "\(id)")
    }

    func unsave(title: String?, context: CallContext) async throws -> MoviesContract.UnsaveReply {
        let id = try await stack.titleID(of: title.map(reference))
        try await savedTitles.unsave(id, for: user)
        return MoviesContract.UnsaveReply(id: "\(id)")
    }

    func forget(query: String, context: CallContext) async throws -> MoviesContract.ForgetReply {
        try await queries.forget(SearchQuery(query), of: user)
        return MoviesContract.ForgetReply()
    }

    func forgetAll(context: CallContext) async throws -> MoviesContract.ForgetAllReply {
        try await queries.forget(nil, of: user)
        return MoviesContract.ForgetAllReply()
    }
}
