/// The use case of the lists of popular, upcoming and saved titles.
struct ListTitles: Sendable {
    private let base: UseCaseBase
    private let savedTitles: any SavedTitleReader

    init(base: UseCaseBase, savedTitles: any SavedTitleReader) {
        (self.base, self.savedTitles) = (base, savedTitles)
    }

    /// Returns a page of a list.
    ///
    /// - Parameters:
    ///   - number: The number of the page; ignored for the saved titles, which are one page.
    ///   - list: The list.
    ///   - user: The user whose saved titles are listed.
    /// - Returns: The titles of the page, with their numbers.
    /// - Throws: ``MovieSourceError`` when the source fails; the error of the user store; `CancellationError` when the
    ///   task is cancelled.
    func page(_ number: Int, of list: TitleList, for user: MovieUser) async throws -> TitleListing {
        switch list {
        case .home: TitleListing(try await base.titles.home(page: number))
        case .upcoming: TitleListing(try await base.titles.upcoming(page: number))
        case .saved: TitleListing(try await savedTitles.saved(by: user))
        }
    }
}
