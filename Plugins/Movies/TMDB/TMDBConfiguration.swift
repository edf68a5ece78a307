import Trellis
import TrellisHTTP

/// How The Movie Database is used: the section `plugins.movies.tmdb`.
public struct TMDBConfiguration: Sendable, Hashable {
    /// How large posters are: a width in pixels, or as they were uploaded.
    ///
    /// The sizes are those that `/configuration` names (developer.themoviedb.org/reference/configuration-details).
    public enum PosterSize: String, Sendable, Hashable, CaseIterable {
        /// 92 pixels wide.
        case w92

        /// 154 pixels wide.
        case w154

        /// 185 pixels wide.
        case w185

        /// 342 pixels wide.
        case w342

        /// 500 pixels wide.
        case w500

        /// 780 pixels wide.
        case w780

        /// As it was uploaded.
        case original
    }

    /// The name of the credential with the key, without the plugin's.
    ///
    /// Default: `tmdb`.
    public var credential: String

    /// The language of names and texts.
    ///
    /// Default: `en-US`.
    public var language: String

    /// The country whose dates of release count; nil for those of the world.
    public var region: String?

    /// How large posters are.
    ///
    /// Default: ``PosterSize/w342``.
    public var posterSize: PosterSize

    /// How long an answer is given again without asking.
    ///
    /// Default: 1 hour.
    public var freshness: Duration

    /// How long an answer is kept for when the source is away.
    ///
    /// Default: 30 days.
    public var keep: Duration

    /// How the server that answers what is asked is reached.
    public var api: TransferConfiguration

    /// How the server that has the images is reached.
    public var images: TransferConfiguration

    init(from settings: Settings) {
        credential = settings.string(
            "credential", default: "tmdb", "The name of the credential with TMDB's key or token.")
        language = settings.string(
            "language", default: "en-US", "The language of names and texts: ISO 639-1, and a country of ISO 3166-1.")
        region = settings.string(
            "region", "The country whose dates of release count, of ISO 3166-1; without it those of the world do.")
        posterSize = settings.choice("posterSize", default: .w342, "How wide posters are, in pixels.")
        freshness = settings.duration(
            "freshness", default: .seconds(3_600), in: .zero ... .seconds(7 * 86_400),
            "How long an answer is given again without asking TMDB.")
        // TMDB's terms of use allow six months, and no longer (themoviedb.org/api-terms-of-use).
        keep = settings.duration(
            "keep", default: .seconds(30 * 86_400), in: .seconds(3_600) ... .seconds(180 * 86_400),
            "How long an answer is kept for when TMDB is away.")
        api = TransferConfiguration(
            from: settings.section("api"), url: ServerURL(host: "api.themoviedb.org", path: "/3"),
            answerSize: ByteCount(bytes: 2 << 20))
        images = TransferConfiguration(
            from: settings.section("images"), url: ServerURL(host: "image.tmdb.org", path: "/t/p"),
            answerSize: ByteCount(bytes: 8 << 20))

        // The name of a file in the folder of credentials.
        if credential.isEmpty || credential.contains("/") {
            settings.refuse("credential", "'\(credential)' is no name of a credential; write one like 'tmdb'")
        }
        if language.wholeMatch(of: /[a-z]{2}(-[A-Z]{2})?/) == nil {
            settings.refuse("language", "'\(language)' is no language; write one like 'en' or 'en-US'")
        }
        if let region, region.wholeMatch(of: /[A-Z]{2}/) == nil {
            settings.refuse("region", "'\(region)' is no country; write one like 'US'")
        }
    }
}
