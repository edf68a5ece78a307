public import Trellis
import TrellisSQLite

/// A catalogue of films that remembers where each of its clients is.
public struct MoviesPlugin: Plugin {
    /// What the plugin says of itself.
    public static let manifest = PluginManifest(
        name: "movies", version: "1.0.0",
        summary: "A catalogue of films: search, details, posters, and what users saved.")

    private let configuration: MoviesConfiguration

    /// Creates the plugin.
    /// - Parameter configuration: What the operator set.
    public init(configuration: MoviesConfiguration) {
        self.configuration = configuration
    }

    /// Requires the credential of The Movie Database where titles come from it.
    public func validate(_ plugin: PluginEnvironment) throws {
        if configuration.source == .tmdb { _ = try TMDBCredential(configuration: configuration, plugin: plugin) }
    }

    /// Declares the source of the titles, what is kept of it and by users, the use cases, and the session of a client.
    ///
    /// What is marked private is not seen by sessions: they have the ``MoviesScene/Dependencies``.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.carry(SQLiteUserStore.init(plugin:configuration:)) { $0 as any UserStore }
        blueprint.run { (store: any UserStore, plugin: PluginEnvironment) in
            IntegrityCheck(plugin: plugin) { try await store.checkIntegrity() }
        }
        blueprint.check(UserStoreHealth.init(store:))
        blueprint.provide(SourceRepository.init(source:), .private) { $0 as any MovieRepository }
        // Decided here, once, for everything below: nothing else knows which source it is.
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
        blueprint.provide(MoviesScene.Dependencies.init(titles:users:home:upcoming:saved:posters:source:plugin:))
        blueprint.session(SessionClient.self, MoviesScene.assemble)
    }

    /// Declares The Movie Database: a service for each of its two servers, made when it is first used, and the watch
    /// over both.
    private func assembleTMDB(_ blueprint: inout Blueprint) {
        blueprint.provide(TMDBCredential.init(configuration:plugin:), .private)
        blueprint.provide(TransferService.init(api:credential:plugin:monitor:), .lazily, .private) {
            Tagged<APIServer, TransferService>($0)
        }
        blueprint.provide(TransferService.init(images:plugin:monitor:), .lazily, .private) {
            Tagged<ImageServer, TransferService>($0)
        }
        blueprint.provide(SourceMonitor.init(api:images:plugin:), .private)
        blueprint.run(SourceWatch.init(monitor:))
        blueprint.check(SourceHealth.init(monitor:))

        blueprint.provide(TMDBClient.init(transfer:), .private)
        blueprint.provide(TMDBPosters.init(transfer:client:configuration:plugin:), .private)
        blueprint.provide(TMDBSource.init(client:posters:configuration:), .private) { $0 as any MovieSource }
        blueprint.carry(AnswerCache.init(plugin:configuration:))
        blueprint.decorate(CachingRepository.init(base:cache:configuration:clock:)) { $0 as any MovieRepository }
    }
}

extension TransferService {
    /// The service for the server that answers what is asked.
    convenience init(
        api configuration: MoviesConfiguration, credential: TMDBCredential, plugin: PluginEnvironment,
        monitor: SourceMonitor
    ) {
        self.init(
            .api, configuration.tmdb.api, credential: { try credential.value() }, clock: plugin.clock, monitor: monitor)
    }

    /// The service for the server that has the images, which are there for everyone.
    convenience init(images configuration: MoviesConfiguration, plugin: PluginEnvironment, monitor: SourceMonitor) {
        self.init(.images, configuration.tmdb.images, clock: plugin.clock, monitor: monitor)
    }
}
