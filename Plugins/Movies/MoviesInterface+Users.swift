import Trellis

// The methods for saved titles and remembered queries.

extension MoviesInterface {
    func saved(
        replies: ReplyWriter<MoviesContract.SavedReply>, context: CallContext
    ) async throws -> MoviesContract.SavedReply {
        let listing = try await coordinator.show(ListRequest(list: .saved))
        let titles = listing.rows.compactMap(MoviesContract.SavedTitle.init)
        return try await replies.send(contentsOf: titles.map { .init(title: $0) }) ?? .init(title: nil)
    }

    func save(title: String?, context: CallContext) async throws -> MoviesContract.SaveReply {
        let id = try await coordinator.titleID(of: title.map(reference))
        try await dependencies.saved.save(id, for: user)
        return MoviesContract.SaveReply(id: "\(id)")
    }

    func unsave(title: String?, context: CallContext) async throws -> MoviesContract.UnsaveReply {
        let id = try await coordinator.titleID(of: title.map(reference))
        try await dependencies.saved.unsave(id, for: user)
        return MoviesContract.UnsaveReply(id: "\(id)")
    }

    func forget(query: String, context: CallContext) async throws -> MoviesContract.ForgetReply {
        try await dependencies.users.forget(SearchQuery(query), of: user)
        return MoviesContract.ForgetReply()
    }

    func forgetAll(context: CallContext) async throws -> MoviesContract.ForgetAllReply {
        try await dependencies.users.forget(nil, of: user)
        return MoviesContract.ForgetAllReply()
    }
}
