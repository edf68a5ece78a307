/// The model of a scene: its contents and its operations, without references to other scenes.
protocol SceneModel: Actor {
    /// The current navigation entry.
    var entry: NavigationEntry { get }

    /// The title that the model shows; nil when the model shows no title or several titles.
    nonisolated var titleID: TitleID? { get }
}

extension SceneModel {
    /// The default implementation: nil.
    nonisolated var titleID: TitleID? { nil }
}

/// The model of a list of numbered titles that is loaded page by page.
protocol TitleListModel: SceneModel {
    /// Loads the requested page.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func load() async throws -> TitleListing

    /// Loads the next page; returns a listing without titles after the last page.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func next() async throws -> TitleListing

    /// Returns the title with a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)`` when the number does not exist.
    func title(_ number: Int) async throws(SessionError) -> TitleID

    /// Shows the details of the title with a number.
    ///
    /// - Throws: ``SessionError/noSuchNumber(_:highest:)`` when the number does not exist; ``MovieSourceError`` when
    ///   the source fails; `CancellationError` when the task is cancelled.
    func select(_ number: Int) async throws -> ShownTitle
}
