/// A source of titles: The Movie Database or the built-in catalogue.
///
/// A method can take as long as the configured timeout of the source, and throws `CancellationError` when its task is
/// cancelled. Concurrent calls are permitted.
protocol MovieSource: Sendable {
    /// The origin of the identifiers.
    var origin: TitleID.Origin { get }

    /// The notice that the source requires its users to show.
    var notice: String { get }

    /// Searches titles by words of their names, the best match first.
    ///
    /// - Parameters:
    ///   - query: The words to search for.
    ///   - page: The number of the page, in ``TitlePage/numbers``.
    /// - Returns: The page, with at most ``TitlePage/size`` titles.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func search(_ query: SearchQuery, page: Int) async throws -> TitlePage

    /// Returns popular titles.
    ///
    /// - Parameter page: The number of the page, in ``TitlePage/numbers``.
    /// - Returns: The page, with at most ``TitlePage/size`` titles.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func home(page: Int) async throws -> TitlePage

    /// Returns upcoming titles, the earliest release first.
    ///
    /// - Parameter page: The number of the page, in ``TitlePage/numbers``.
    /// - Returns: The page, with at most ``TitlePage/size`` titles.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func upcoming(page: Int) async throws -> TitlePage

    /// Returns the details of a title.
    ///
    /// - Parameter id: The identifier of the title. An identifier of another origin does not exist in this source.
    /// - Returns: The details of the title with this identifier.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func details(of id: TitleID) async throws -> TitleDetails

    /// Fetches a poster.
    ///
    /// - Parameter path: The path of the poster, as in ``TitleDetails/posterPath``.
    /// - Returns: The poster with its format.
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func poster(at path: String) async throws -> PosterImage

    /// Returns the name of the file in which a poster is cached: letters, digits, dashes, and a dot before the extension.
    ///
    /// The same name always denotes the same image.
    ///
    /// - Parameter path: The path of the poster.
    /// - Returns: The name; nil when the path is not valid for this source.
    func posterFileName(for path: String) -> String?
}
