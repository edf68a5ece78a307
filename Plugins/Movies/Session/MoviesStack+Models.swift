import Trellis

// The calls that depend on the navigation stack go to the model of an open scene, whose actions lead to the coordinator.

extension MoviesStack {
    /// The open list; nil when no list is open.
    var list: (any TitleListModel)? { entries.last { $0 is any TitleListModel } as? any TitleListModel }

    /// The model of the scene at the top of the stack; nil when the top scene has a model of another type.
    func topModel<Model: SceneModel>(_ type: Model.Type) -> Model? { top as? Model }

    /// Loads the next page of the open list, and returns to that list.
    ///
    /// - Throws: ``SessionError/noListOpen`` when no list is open; the error of the list.
    func loadNextPage() async throws -> TitleListing {
        guard let list else { throw SessionError.noListOpen }
        let listing = try await list.next()
        await popAll { $0 === list }
        return listing
    }

    /// Returns the identifier of the referenced title, or of the open title when the reference is nil.
    ///
    /// - Throws: ``SessionError`` when the number does not exist, or when no title is open.
    func titleID(of reference: TitleReference?) async throws(SessionError) -> TitleID {
        switch reference {
        case .id(let id): return id
        case .number(let number):
            guard let list else { throw .noSuchNumber(number, highest: 0) }
            return try await list.title(number)
        case nil:
            guard let id = top?.titleID else { throw .noTitleOpen }
            return id
        }
    }
}
