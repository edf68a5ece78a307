import Trellis
import TrellisSQLite

extension MoviesInterface {
    typealias ContractError = MoviesError

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
    /// Converts an error of the session to an error of the contract.
    fileprivate init(_ error: SessionError) {
        switch error {
        case .noSuchNumber(let number, let highest): self = .noSuchNumber(number: number, highest: highest)
        case .noTitleOpen: self = .noTitleOpen
        case .noListOpen: self = .noListOpen
        }
    }

    /// Converts a failure of the source to an error of the contract.
    fileprivate init(_ error: MovieSourceError) {
        switch error {
        case .noSuchTitle(let id): self = .noSuchTitle(id: "\(id)")
        case .unavailable(let reason, let retryAfter):
            let seconds = retryAfter.map { Int(($0 / .seconds(1)).rounded(.up)) }
            self = .sourceUnavailable(reason: reason, retryAfter: seconds)
        case .accessDenied(let reason): self = .sourceAccessDenied(reason: reason)
        }
    }

    /// Converts an error of the user store to an error of the contract.
    fileprivate init(_ error: UserStoreError) {
        switch error {
        case .tooManySaved(let limit): self = .tooManySaved(limit: limit)
        case .historyUnavailable(let since, let oldest, let newest):
            self = .historyUnavailable(since: since, oldest: oldest, newest: newest)
        }
    }

    /// Converts a failure of the database to an error of the contract.
    fileprivate init(_ error: StorageError) {
        switch error {
        case .full: self = .storageFull
        case .busy: self = .storageBusy(reason: "\(error)")
        case .damaged, .replaced, .failed: self = .storageFailed(reason: "\(error)")
        }
    }
}
