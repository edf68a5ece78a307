import SearchAPI
public import Trellis
import TrellisHTTP
import TrellisSQLite

/// A catalogue of movies with searches, posters, saved titles, and a navigation stack per connection.
public struct MoviesPlugin: Plugin {
    /// The name, the version, the summary and the setup of the plugin.
    public static let manifest = PluginManifest(
        name: "movies", version: "1.0.0",
        summary: "A catalogue of movies: search, details, posters, and saved titles.")

    /// The built-in catalogue.
    public static let demo = ["source": "sample"]

    /// Verifies the credential of The Movie Database if the configuration selects that source.
    public static func validate(_ plugin: PluginEnvironment, configuration: MoviesConfiguration) throws {
        if configuration.source == .tmdb {
            _ = try TMDBCredential(named: configuration.tmdb.credential, plugin: plugin)
        }
    }

    /// Declares the source, the caches, the user store, the use cases, the session of a client, and the search.
    ///
    /// The session is isolated, and receives only ``SessionDependencies``.
    public static func assemble(_ blueprint: inout Blueprint, configuration: MoviesConfiguration) {
        blueprint.provide(value: configuration.users, .carried)
        blueprint.provide(SQLiteUserStore.init(plugin:limits:clock:), .carried)
        // Each part receives the narrowest protocol of the store, so that a test double has few requirements.
        blueprint.alias(SQLiteUserStore.self) { $0 as any SavedTitleReader }
        blueprint.alias(SQLiteUserStore.self) { $0 as any SavedTitleWriter }
        blueprint.alias(SQLiteUserStore.self) { $0 as any SavedTitleHistory }
        blueprint.alias(SQLiteUserStore.self) { $0 as any QueryStore }
        blueprint.alias(SQLiteUserStore.self) { $0 as any UserStoreMaintenance }
        blueprint.schedule { (store: any UserStoreMaintenance) in
            .integrityCheck { try await store.checkIntegrity() }
        }
        blueprint.backUp { (store: any UserStoreMaintenance) in store.backup }
        blueprint.check(UserStoreHealth.init(store:))
        blueprint.provide(SourceRepository.init(source:)) { $0 as any MovieRepository }
        // The source is selected only here.
        switch configuration.source {
        case .sample: blueprint.provide(SampleSource.init(clock:)) { $0 as any MovieSource }
        case .tmdb: assembleTMDB(&blueprint, configuration)
        }
        blueprint.provide {
            [size = configuration.posterCache] (plugin: PluginEnvironment, clock: WallClock, logger: Logger) in
            try FileCache(postersOf: plugin, sizeLimit: size, clock: clock, logger: logger)
        } as: {
            Tagged<PosterCache, FileCache>($0)
        }
        blueprint.provide(PosterCache.init(files:))
        blueprint.provide(CachedPosterRepository.init(source:cache:)) { $0 as any PosterRepository }

        blueprint.provide(UseCaseBase.init(_:))
        blueprint.provide(SearchTitles.init(base:queries:logger:))
        blueprint.provide(ListTitles.init(base:savedTitles:))
        blueprint.provide(ShowTitle.init(base:savedTitles:))
        blueprint.provide(SavedTitles.init(base:savedTitles:))
        blueprint.provide(WatchSavedTitles.init(history:logger:))
        blueprint.provide(SuggestQueries.init(queries:))
        blueprint.provide(TitlePosters.init(base:posters:))
        blueprint.provide(SessionDependencies.SourceDescription.init(source:))
        blueprint.provide(SessionDependencies.init(search:lists:show:saved:watch:suggestions:posters:about:))
        blueprint.session(SessionClient.self, MoviesSession.assemble)
        blueprint.extend(MovieSearch.init(titles:)) { $0 as any SearchProvider }
    }

    /// Declares The Movie Database: a lazily created service for each of its two servers, and the monitor of both.
    private static func assembleTMDB(_ blueprint: inout Blueprint, _ configuration: MoviesConfiguration) {
        let tmdb = configuration.tmdb
        blueprint.provide(value: Localization(language: tmdb.language, region: tmdb.region))
        blueprint.provide { (plugin: PluginEnvironment) in try TMDBCredential(named: tmdb.credential, plugin: plugin) }
        // Declared at the start, unlike the lazily created services that evaluate it.
        blueprint.provide({ (plugin: PluginEnvironment) in plugin.failpoint("http.request") }, .ownedElsewhere)
        blueprint.provide(HTTPService.factory(tmdb.api), .lazily) { Tagged<APIServer, HTTPService>($0) }
        blueprint.provide(HTTPService.factory(tmdb.images), .lazily) { Tagged<ImageServer, HTTPService>($0) }
        blueprint.provide(
            { (http: Tagged<APIServer, HTTPService>, credential: TMDBCredential, monitor: SourceMonitor) in
                TransferService(
                    .api, at: tmdb.api.url, http: http.value, credential: { try credential.value() }, observer: monitor)
            }, .lazily
        ) { Tagged<APIServer, TransferService>($0) }
        // The server of the images requires no credential.
        blueprint.provide(
            { (http: Tagged<ImageServer, HTTPService>, monitor: SourceMonitor) in
                TransferService(.images, at: tmdb.images.url, http: http.value, observer: monitor)
            }, .lazily
        ) { Tagged<ImageServer, TransferService>($0) }
        blueprint.provide(ServerAvailability.init(api:logger:)) { Tagged<APIServer, ServerAvailability>($0) }
        blueprint.provide(ServerAvailability.init(images:logger:)) { Tagged<ImageServer, ServerAvailability>($0) }
        blueprint.provide(SourceMonitor.init(api:images:))
        blueprint.run(SourceMonitorService.init(monitor:api:images:))
        blueprint.check(SourceHealth.init(monitor:))

        blueprint.provide(TMDBClient.init(transfer:))
        blueprint.provide {
            (
                transfer: Lazy<Tagged<ImageServer, TransferService>>, client: TMDBClient, clock: WallClock,
                logger: Logger
            ) in
            TMDBPosters(
                transfer: transfer, client: client, size: tmdb.posterSize, server: tmdb.images.url, clock: clock,
                logger: logger)
        }
        blueprint.provide(TMDBSource.init(client:posters:localization:)) { $0 as any MovieSource }
        blueprint.provide(value: AnswerLimits(age: tmdb.keep), .carried)
        blueprint.provide(FileCache.init(answers:plugin:clock:logger:), .carried) { Tagged<AnswerCache, FileCache>($0) }
        blueprint.provide(AnswerCache.init(files:limits:clock:), .carried)
        blueprint.decorate {
            (base: any MovieRepository, cache: AnswerCache, localization: Localization, clock: WallClock) in
            CachingRepository(
                base: base, cache: cache, localization: localization, freshness: tmdb.freshness, clock: clock)
        } as: {
            $0 as any MovieRepository
        }
    }
}

extension HTTPService {
    /// Returns a function that creates the service for requests to a server.
    fileprivate static func factory(
        _ configuration: TransferConfiguration
    ) -> @Sendable (HTTPClientPool?, WallClock, Failpoint) -> HTTPService {
        { HTTPService(limits: configuration.limits, clock: $1, clients: $0, failpoint: $2) }
    }
}

extension ServerAvailability {
    /// Creates the record of the server of the API.
    convenience init(api clock: WallClock, logger: Logger) {
        self.init(of: SourceServer.api.rawValue, clock: clock, logger: logger)
    }

    /// Creates the record of the server of the images.
    convenience init(images clock: WallClock, logger: Logger) {
        self.init(of: SourceServer.images.rawValue, clock: clock, logger: logger)
    }
}

extension FileCache {
    /// Opens the files of ``PosterCache``.
    ///
    /// - Throws: `PluginFailure` when the directory cannot be created.
    convenience init(
        postersOf plugin: PluginEnvironment, sizeLimit: ByteCount, clock: WallClock, logger: Logger
    ) throws(PluginFailure) {
        try self.init(directory: "posters", of: plugin, sizeLimit: sizeLimit, clock: clock, logger: logger)
    }

    /// Opens the files of ``AnswerCache``.
    ///
    /// - Throws: `PluginFailure` when the directory cannot be created.
    convenience init(
        answers limits: AnswerLimits, plugin: PluginEnvironment, clock: WallClock, logger: Logger
    ) throws(PluginFailure) {
        try self.init(
            directory: "answers", of: plugin, sizeLimit: limits.size, ageLimit: limits.age, clock: clock,
            logger: logger)
    }

    private convenience init(
        directory name: FilePath.Component, of plugin: PluginEnvironment, sizeLimit: ByteCount,
        ageLimit: Duration? = nil, clock: WallClock, logger: Logger
    ) throws(PluginFailure) {
        let directory = plugin.directories.cache.appending(name)
        do {
            try self.init(
                directory: directory, sizeLimit: sizeLimit, ageLimit: ageLimit, clock: clock, logger: logger)
        } catch {
            throw PluginFailure(.cannotCreate, "cannot create the directory \(directory)", cause: error)
        }
    }
}
