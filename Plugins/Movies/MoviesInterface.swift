import Trellis

/// The methods of `io.trellis.Movies` in one session.
struct MoviesInterface: MoviesService {
    let coordinator: MoviesCoordinator
    let stack: MoviesStack
    let watches: Scene<WatchRequest, SavedTitleWatch>
    let savedTitles: SavedTitles
    let queries: SuggestQueries
    let posters: TitlePosters
    let source: SessionDependencies.SourceDescription
    let user: MovieUser

    func search(
        query: String, page: Int?, replies: ReplyWriter<MoviesContract.SearchReply>, context: CallContext
    ) async throws -> MoviesContract.SearchReply {
        let request = SearchRequest(query: try SearchQuery(query), page: try pageNumber(page))
        return try await replies.send(listing: coordinator.search(request))
    }

    func home(
        page: Int?, replies: ReplyWriter<MoviesContract.HomeReply>, context: CallContext
    ) async throws -> MoviesContract.HomeReply {
        let request = ListRequest(list: .home, page: try pageNumber(page))
        return try await replies.send(listing: coordinator.show(request))
    }

    func upcoming(
        page: Int?, replies: ReplyWriter<MoviesContract.UpcomingReply>, context: CallContext
    ) async throws -> MoviesContract.UpcomingReply {
        let request = ListRequest(list: .upcoming, page: try pageNumber(page))
        return try await replies.send(listing: coordinator.show(request))
    }

    func next(
        replies: ReplyWriter<MoviesContract.NextReply>, context: CallContext
    ) async throws -> MoviesContract.NextReply {
        try await replies.send(listing: stack.loadNextPage())
    }

    func show(title: String, context: CallContext) async throws -> MoviesContract.ShowReply {
        switch try reference(title) {
        case .id(let id): return MoviesContract.ShowReply(try await coordinator.showDetails(of: id))
        case .number(let number):
            guard let list = await stack.list else { throw SessionError.noSuchNumber(number, highest: 0) }
            return MoviesContract.ShowReply(try await list.select(number))
        }
    }

    func poster(
        title: String?, replies: ReplyWriter<MoviesContract.PosterReply>, context: CallContext
    ) async throws -> MoviesContract.PosterReply {
        let id = try await stack.titleID(of: title.map(reference))
        guard let poster = try await posters.poster(of: id) else {
            throw MoviesError.noPoster(id: "\(id)")
        }
        defer { poster.close() }
        var offset = 0
        while true {
            let reply = try MoviesContract.PosterReply(poster, at: offset)
            offset += MoviesContract.PosterReply.chunkSize
            if offset >= poster.size { return reply }
            try await replies.send(reply)
        }
    }

    func suggestions(
        prefix: String?, replies: ReplyWriter<MoviesContract.SuggestionsReply>, context: CallContext
    ) async throws -> MoviesContract.SuggestionsReply {
        let suggestions =
            if let search = await stack.topModel(SearchModel.self) {
                try await search.suggest(withPrefix: prefix)
            } else {
                try await coordinator.showSuggestions(withPrefix: prefix)
            }
        return try await replies.send(contentsOf: suggestions.map { .init(suggestion: .init($0)) })
            ?? .init(suggestion: nil)
    }

    func choose(
        suggestion: Int, replies: ReplyWriter<MoviesContract.ChooseReply>, context: CallContext
    ) async throws -> MoviesContract.ChooseReply {
        guard let suggestions = await stack.topModel(SuggestionsModel.self) else {
            throw SessionError.noSuchNumber(suggestion, highest: 0)
        }
        return try await replies.send(listing: suggestions.choose(suggestion))
    }

    func back(context: CallContext) async throws -> MoviesContract.BackReply {
        guard let model = await stack.pop() else { return MoviesContract.BackReply(entry: nil) }
        return MoviesContract.BackReply(entry: .init(await model.entry))
    }

    func `where`(
        replies: ReplyWriter<MoviesContract.WhereReply>, context: CallContext
    ) async throws -> MoviesContract.WhereReply {
        var entries: [NavigationEntry] = []
        for model in await stack.entries { entries.append(await model.entry) }
        return try await replies.send(contentsOf: entries.map { .init(entry: .init($0)) }) ?? .init(entry: nil)
    }

    func about(context: CallContext) async throws -> MoviesContract.AboutReply {
        let origin: MoviesContract.Source =
            switch source.origin {
            case .sample: .sample
            case .tmdb: .tmdb
            }
        return MoviesContract.AboutReply(source: origin, notice: source.notice)
    }

    /// Returns the requested page number, or 1 by default.
    private func pageNumber(_ number: Int?) throws(ServiceError) -> Int {
        guard TitlePage.numbers.contains(number ?? 1) else { throw .invalidParameter(parameter: "page") }
        return number ?? 1
    }

    /// Parses a reference to a title.
    func reference(_ text: String) throws(MoviesError) -> TitleReference {
        guard let reference = TitleReference(text) else { throw .noSuchTitle(id: text) }
        return reference
    }
}
