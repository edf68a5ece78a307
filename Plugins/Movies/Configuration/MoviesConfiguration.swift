public import Trellis

/// The configuration of Movies: the section `plugins.movies`.
public struct MoviesConfiguration: PluginConfiguration {
    /// The source of titles.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The built-in catalogue.
        case sample

        /// The Movie Database, which requires a key.
        case tmdb
    }

    /// The source of titles.
    ///
    /// Default: ``Source/sample``.
    public var source: Source

    /// The limits on the data that a user can store.
    public var users: UserLimits

    /// The maximum size of the poster cache.
    ///
    /// Default: 64 MiB.
    public var posterCache: ByteCount

    /// The configuration of The Movie Database; used only with ``Source/tmdb``.
    public var tmdb: TMDBConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.movies`.
    public init(from settings: Settings) {
        source = settings.choice(
            "source", default: .sample, "The source of titles: the built-in catalogue or The Movie Database.")
        users = UserLimits(from: settings)
        posterCache = settings.bytes(
            "posterCache", default: ByteCount(bytes: 64 << 20),
            in: ByteCount(bytes: 1 << 20)...ByteCount(bytes: 1 << 40),
            "The maximum size of the poster cache.")
        tmdb = TMDBConfiguration(from: settings.section("tmdb"))
    }
}

/// The limits on the data that one user can store.
public struct UserLimits: Sendable, Hashable {
    /// The maximum number of saved titles.
    ///
    /// Default: 1,000.
    public var savedTitles: Int

    /// The maximum number of remembered queries; 0 disables remembering.
    ///
    /// Default: 50.
    public var rememberedQueries: Int

    init(from settings: Settings) {
        savedTitles = settings.integer(
            "savedTitles", default: 1_000, in: 1...100_000, "The maximum number of saved titles per user.")
        rememberedQueries = settings.integer(
            "rememberedQueries", default: 50, in: 0...1_000,
            "The maximum number of remembered queries per user; the oldest is dropped. 0 disables remembering.")
    }
}
