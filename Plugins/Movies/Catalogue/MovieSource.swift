/// Where titles come from: The Movie Database, or the catalogue that is built in.
///
/// Each function may take as long as the source needs, within the limits that are configured for it. It ends early,
/// with `CancellationError`, when its task is cancelled. Functions may be called side by side.
protocol MovieSource: Sendable {
    /// Where the titles come from.
    var origin: TitleID.Origin { get }

    /// What has to be shown to whoever uses what comes from here.
    var notice: String { get }

    /// Searches titles by words of their name, the best match first.
    ///
    /// - Parameters:
    ///   - query: The words, as ``SearchQuery`` has them.
    ///   - page: The number of the page, in ``TitlePage/numbers``.
    /// - Returns: The page.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func search(_ query: SearchQuery, page: Int) async throws -> TitlePage

    /// Tells what is watched much now.
    ///
    /// - Parameter page: The number of the page, in ``TitlePage/numbers``.
    /// - Returns: The page.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func home(page: Int) async throws -> TitlePage

    /// Tells what will be released, the earliest first.
    ///
    /// - Parameter page: The number of the page, in ``TitlePage/numbers``.
    /// - Returns: The page.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func upcoming(page: Int) async throws -> TitlePage

    /// Tells what there is to know of a title.
    ///
    /// - Parameter id: The title; one of another origin is no title here.
    /// - Returns: The details.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func details(of id: TitleID) async throws -> TitleDetails

    /// Fetches a poster.
    ///
    /// - Parameter path: Where the poster is, as ``TitleDetails/posterPath`` says.
    /// - Returns: The poster.
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func poster(at path: String) async throws -> PosterImage

    /// The name of the file in which a poster is kept: letters, digits, dashes and one dot before the format. The
    /// same name means the same image.
    ///
    /// - Parameter path: Where the poster is.
    /// - Returns: The name; nil when the path is none of this source's.
    func posterFileName(for path: String) -> String?
}
