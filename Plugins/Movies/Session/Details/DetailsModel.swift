/// The model of the details of a title.
actor DetailsModel: SceneModel {
    nonisolated let titleID: TitleID?

    private let id: TitleID
    private let environment: DetailsEnvironment
    private var name: String?

    init(id: TitleID, environment: DetailsEnvironment) {
        self.id = id
        titleID = id
        self.environment = environment
    }

    var entry: NavigationEntry { NavigationEntry(kind: .details, subject: name ?? "\(id)") }

    /// Loads the details.
    ///
    /// - Throws: ``MovieSourceError`` when the source fails; `CancellationError` when the task is cancelled.
    func load() async throws -> ShownTitle {
        let shown = try await environment.show(id)
        name = shown.details.title.name
        return shown
    }
}
