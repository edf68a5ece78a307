import Trellis

/// The place at the top of the navigation stack, to which the commands of a session go.
struct CurrentPlace: Sendable {
    private let account: SessionAccount
    private let stack: NavigationStack<Place>

    init(account: SessionAccount, stack: NavigationStack<Place>) {
        self.account = account
        self.stack = stack
    }

    /// Whether the navigation stack is empty.
    var isEmpty: Bool {
        get async { await stack.top == nil }
    }

    /// Runs a command with the model of the current place.
    ///
    /// - Throws: ``SessionFailure/noRepository`` when the navigation stack is empty; the errors of
    ///   ``CurrentAccount/withAccount(_:)``.
    func withModel<Result: Sendable>(
        _ body: @escaping @Sendable (any PlaceModel) async throws -> Result
    ) async throws -> Result {
        // The scenes of another account are closed first.
        try await account.withScenes { _ in
            guard let place = await stack.top else { throw SessionFailure.noRepository }
            return try await body(place.model)
        }
    }
}
