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

    private let configuration: MoviesConfiguration

    /// Creates the plugin.
    /// - Parameter configuration: The settings of the section `plugins.movies`.
    public init(configuration: MoviesConfiguration) {
        self.configuration = configuration
    }

    /// Verifies the credential of The Movie Database if the configuration selects that source.
    public func validate(_ plugin: PluginEnvironment) throws {
        if configuration.source == .tmdb { _ = try TMDBCredential(configuration: configuration, plugin: plugin) }
    }

    /// Declares the source, the caches, the user store, the use cases, the session of a client, and the search.
    ///
    /// Private bindings are not visible to sessions, which receive ``SessionDependencies``.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.carry(value: configuration.users)
        blueprint.carry(SQLiteUserStore.init(plugin:limits:)) { $0 as any UserStore }
        blueprint.run { (store: any UserStore, plugin: PluginEnvironment) in
            IntegrityCheck(plugin: plugin) { try await store.checkIntegrity() }
        }
        blueprint.check(UserStoreHealth.init(store:))
        blueprint.provide(SourceRepository.init(source:), .private) { $0 as any MovieRepository }
        // The source is selected only here.
        switch configuration.source {
        case .sample: blueprint.provide(SampleSource.init(clock:), .private) { $0 as any MovieSource }
        case .tmdb: assembleTMDB(&blueprint)
        }
        blueprint.provide(PosterCache.init(plugin:configuration:), .private)
        blueprint.provide(CachedPosterRepository.init(source:cache:), .private) { $0 as any PosterRepository }

        blueprint.provide({ () in HomeTitles() }, .private)
        blueprint.provide({ () in UpcomingTitles() }, .private)
        blueprint.provide({ () in SavedTitles() }, .private)
        blueprint.provide({ () in TitlePosters() }, .private)
        blueprint.provide(SessionDependencies.init(titles:users:home:upcoming:saved:posters:source:plugin:))
        blueprint.session(SessionClient.self, MoviesSession.assemble)
        blueprint.extend(MovieSearch.init(titles:)) { $0 as any SearchProvider }
    }

    /// Declares The Movie Database: a lazily created service for each of its two servers, and the monitor of both.
    private func assembleTMDB(_ blueprint: inout Blueprint) {
        blueprint.provide(TMDBCredential.init(configuration:plugin:), .private)
        blueprint.provide(HTTPService.init(api:clock:clients:), .lazily, .private) {
            Tagged<APIServer, HTTPService>($0)
        }
        blueprint.provide(HTTPService.init(images:clock:clients:), .lazily, .private) {
            Tagged<ImageServer, HTTPService>($0)
        }
        blueprint.provide(TransferService.init(api:http:credential:monitor:), .lazily, .private) {
            Tagged<APIServer, TransferService>($0)
        }
        blueprint.provide(TransferService.init(images:http:monitor:), .lazily, .private) {
            Tagged<ImageServer, TransferService>($0)
        }
        blueprint.provide(SourceMonitor.init(plugin:), .private)
        blueprint.run(SourceMonitorService.init(monitor:api:images:))
        blueprint.check(SourceHealth.init(monitor:))

        blueprint.provide(TMDBClient.init(transfer:), .private)
        blueprint.provide(TMDBPosters.init(transfer:client:configuration:plugin:), .private)
        blueprint.provide(TMDBSource.init(client:posters:configuration:), .private) { $0 as any MovieSource }
        blueprint.carry(value: AnswerLimits(configuration))
        blueprint.carry(AnswerCache.init(plugin:limits:))
        blueprint.decorate(CachingRepository.init(base:cache:configuration:clock:)) { $0 as any MovieRepository }
    }
}

extension HTTPService {
    /// Creates the service for requests to the server of the API.
    convenience init(api configuration: MoviesConfiguration, clock: WallClock, clients: HTTPClientPool?) {
        self.init(limits: configuration.tmdb.api.limits, clock: clock, clients: clients)
    }

    /// Creates the service for requests to the server of the images.
    convenience init(images configuration: MoviesConfiguration, clock: WallClock, clients: HTTPClientPool?) {
        self.init(limits: configuration.tmdb.images.limits, clock: clock, clients: clients)
    }
}

extension TransferService {
    /// Creates the service for the server of the API.
    init(
        api configuration: MoviesConfiguration, http: Tagged<APIServer, HTTPService>, credential: TMDBCredential,
        monitor: SourceMonitor
    ) {
        self.init(
            .api, at: configuration.tmdb.api.url, http: http.value, credential: { try credential.value() },
            observer: monitor)
    }

    /// Creates the service for the server of the images, which requires no credential.
    init(images configuration: MoviesConfiguration, http: Tagged<ImageServer, HTTPService>, monitor: SourceMonitor) {
        self.init(.images, at: configuration.tmdb.images.url, http: http.value, observer: monitor)
    }
}
