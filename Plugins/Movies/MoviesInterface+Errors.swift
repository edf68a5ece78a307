import Trellis
import TrellisSQLite

extension MoviesInterface: ContractErrorConverting {
    func contractError(for error: any Error) -> MoviesError? {
        switch error {
        case let error as SessionError: MoviesError(error)
        case let error as MovieSourceError: MoviesError(error)
        case let error as UserStoreError: MoviesError(error)
        case let error as StorageError: MoviesError(error)
        case let error as InvalidSearchQuery: .invalidQuery(reason: error.reason)
        default: nil
        }
    }
}

extension MoviesError {
    /// The contract's error for a call that the session cannot serve.
    fileprivate init(_ error: SessionError) {
        switch error {
        case .noSuchNumber(let number, let highest): self = .noSuchNumber(number: number, highest: highest)
        case .noTitleOpen: self = .noTitleOpen
        case .noListOpen: self = .noListOpen
        }
    }

    /// The contract's error for a failure of the source.
    fileprivate init(_ error: MovieSourceError) {
        switch error {
        case .noSuchTitle(let id): self = .noSuchTitle(id: "\(id)")
        case .unavailable(let reason, let retryAfter):
            let seconds = retryAfter.map { Int(($0 / .seconds(1)).rounded(.up)) }
            self = .sourceUnavailable(reason: reason, retryAfter: seconds)
        case .accessDenied(let reason): self = .sourceAccessDenied(reason: reason)
        }
    }

    /// The contract's error for a change that the user store rejects.
    fileprivate init(_ error: UserStoreError) {
        switch error {
        case .tooManySaved(let limit): self = .tooManySaved(limit: limit)
        }
    }

    /// The contract's error for a failure of the database.
    fileprivate init(_ error: StorageError) {
        switch error {
        case .full: self = .storageFull
        case .damaged, .replaced, .failed: self = .storageFailed(reason: "\(error)")
        }
    }
}
