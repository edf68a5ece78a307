/// What is shown at a place, and what can be done there.
///
/// It knows neither its scene nor what is shown beside it.
protocol SceneModel: Sendable {
    /// The place, as it is now.
    var place: Place { get async }

    /// The title that the place is about; nil where it is about none.
    nonisolated var titleID: TitleID? { get }
}

extension SceneModel {
    /// None.
    nonisolated var titleID: TitleID? { nil }
}

/// A model that shows a list of titles with numbers, page by page.
protocol TitleListModel: SceneModel {
    /// Loads the first of the pages that shall be shown.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func load() async throws -> TitleListing

    /// Loads the next page; without titles after the last.
    ///
    /// - Throws: ``MovieSourceError``, `CancellationError`.
    func next() async throws -> TitleListing

    /// The title that has a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)``.
    func title(_ number: Int) async throws(SessionError) -> TitleID

    /// Asks for the details of the title that has a number to be shown.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)``, ``MovieSourceError``, `CancellationError`.
    func select(_ number: Int) async throws -> ShownTitle
}
