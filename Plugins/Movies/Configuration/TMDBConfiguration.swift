import Trellis
import TrellisHTTP

/// The configuration of The Movie Database: the section `plugins.movies.tmdb`.
public struct TMDBConfiguration: Sendable, Hashable {
    /// The size of posters, as `/configuration` names it (developer.themoviedb.org/reference/configuration-details).
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

        /// The size of the uploaded image.
        case original
    }

    /// The name of the credential with the key, without the plugin's prefix.
    ///
    /// Default: `tmdb`.
    public var credential: String

    /// The language of names and texts.
    ///
    /// Default: `en-US`.
    public var language: String

    /// The country of the release dates; nil for worldwide dates.
    public var region: String?

    /// The size of posters.
    ///
    /// Default: ``PosterSize/w342``.
    public var posterSize: PosterSize

    /// The age up to which a cached answer is used without a request.
    ///
    /// Default: 1 hour.
    public var freshness: Duration

    /// The age up to which a cached answer is kept for use while the source is unavailable.
    ///
    /// Default: 30 days.
    public var keep: Duration

    /// The server of the API.
    public var api: TransferConfiguration

    /// The server of the images.
    public var images: TransferConfiguration

    init(from settings: Settings) {
        credential = settings.string(
            "credential", default: "tmdb", "The name of the credential with TMDB's key or token.")
        language = settings.string(
            "language", default: "en-US",
            "The language of names and texts: an ISO 639-1 code, optionally with an ISO 3166-1 country.")
        region = settings.string(
            "region", "The ISO 3166-1 country of release dates. If unset, release dates are worldwide.")
        posterSize = settings.choice("posterSize", default: .w342, "The width of posters in pixels.")
        freshness = settings.duration(
            "freshness", default: .seconds(3_600), in: .zero ... .seconds(7 * 86_400),
            "The age up to which a cached answer is used without a request to TMDB.")
        // TMDB's terms of use limit caching to six months (themoviedb.org/api-terms-of-use).
        keep = settings.duration(
            "keep", default: .seconds(30 * 86_400), in: .seconds(3_600) ... .seconds(180 * 86_400),
            "The age up to which a cached answer is kept for use while TMDB is unavailable.")
        api = TransferConfiguration(
            from: settings.section("api"), url: ServerURL(host: "api.themoviedb.org", path: "/3"),
            answerSize: ByteCount(bytes: 2 << 20))
        images = TransferConfiguration(
            from: settings.section("images"), url: ServerURL(host: "image.tmdb.org", path: "/t/p"),
            answerSize: ByteCount(bytes: 8 << 20))

        // The name is part of the name of a file in the credentials directory, so it must not contain a slash.
        if credential.isEmpty || credential.contains("/") {
            settings.reject(
                "credential", "'\(credential)' is not the name of a credential; expected a name like 'tmdb'")
        }
        if !Self.isLanguage(language) {
            settings.reject("language", "'\(language)' is not a language; expected a code like 'en' or 'en-US'")
        }
        if let region, !Self.isCode(region[...], of: "A"..."Z") {
            settings.reject("region", "'\(region)' is not a country; expected a code like 'US'")
        }
    }

    /// Whether a text is a language with an optional country, such as `en` or `en-US`.
    ///
    /// Every start reads the configuration, and the first use of a regular expression takes half a millisecond.
    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        return isCode(parts[0], of: "a"..."z") && (parts.count == 1 || isCode(parts[1], of: "A"..."Z"))
    }

    private static func isCode(_ text: Substring, of letters: ClosedRange<Character>) -> Bool {
        text.utf8.count == 2 && text.allSatisfy(letters.contains)
    }
}
