public import Trellis

/// What an operator can set for Movies: the section `plugins.movies`.
public struct MoviesConfiguration: PluginConfiguration {
    /// Where titles come from.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The catalogue that is built in.
        case sample

        /// The Movie Database; it needs a key.
        case tmdb
    }

    /// Where titles come from.
    ///
    /// Default: ``Source/sample``.
    public var source: Source

    /// How much a user may keep.
    public var users: UserLimits

    /// How many bytes of posters are kept in the cache directory.
    ///
    /// Default: 64 MiB.
    public var posterCache: ByteCount

    /// How The Movie Database is used, if it is.
    public var tmdb: TMDBConfiguration

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.movies`.
    public init(from settings: Settings) {
        source = settings.choice(
            "source", default: .sample, "Where titles come from: the catalogue that is built in, or The Movie Database."
        )
        users = UserLimits(from: settings)
        posterCache = settings.bytes(
            "posterCache", default: ByteCount(bytes: 64 << 20),
            in: ByteCount(bytes: 1 << 20)...ByteCount(bytes: 1 << 40),
            "How many bytes of posters are kept in the cache directory.")
        tmdb = TMDBConfiguration(from: settings.section("tmdb"))
    }
}

/// How much one user may keep.
public struct UserLimits: Sendable, Hashable {
    /// How many titles.
    ///
    /// Default: 1,000.
    public var savedTitles: Int

    /// How many queries; 0 to remember none.
    ///
    /// Default: 50.
    public var rememberedQueries: Int

    init(from settings: Settings) {
        savedTitles = settings.integer(
            "savedTitles", default: 1_000, in: 1...100_000, "How many titles a user may save.")
        rememberedQueries = settings.integer(
            "rememberedQueries", default: 50, in: 0...1_000,
            "How many queries of a user are remembered; the oldest one too many is forgotten.")
    }
}
