import Trellis
import TrellisSQLite

extension MoviesInterface {
    /// Turns what goes wrong inside into the errors of the contract.
    func telling<Reply>(_ body: () async throws -> Reply) async throws -> Reply {
        do {
            return try await body()
        } catch let error as SessionError {
            throw MoviesError(error)
        } catch let error as MovieSourceError {
            throw MoviesError(error)
        } catch let error as UserStoreError {
            throw MoviesError(error)
        } catch let error as StorageError {
            throw MoviesError(error)
        } catch let error as InvalidSearchQuery {
            throw MoviesError.invalidQuery(reason: error.reason)
        }
    }
}

extension MoviesError {
    /// What a session can't do.
    init(_ error: SessionError) {
        switch error {
        case .noSuchNumber(let number, let highest): self = .noSuchNumber(number: number, highest: highest)
        case .noTitleOpen: self = .noTitleOpen
        case .noListOpen: self = .noListOpen
        }
    }

    /// Why a source does not answer.
    init(_ error: MovieSourceError) {
        switch error {
        case .noSuchTitle(let id): self = .noSuchTitle(id: "\(id)")
        case .away(let reason, let retryAfter):
            let seconds = retryAfter.map { Int(($0 / .seconds(1)).rounded(.up)) }
            self = .sourceAway(reason: reason, retryAfter: seconds)
        case .refused(let reason): self = .sourceRefused(reason: reason)
        }
    }

    /// The reason for which the user store rejects a change.
    init(_ error: UserStoreError) {
        switch error {
        case .tooManySaved(let limit): self = .tooManySaved(limit: limit)
        }
    }

    /// The failure of the user store's storage.
    init(_ error: StorageError) {
        switch error {
        case .full: self = .storageFull
        case .damaged, .replaced, .failed: self = .storageFailed(reason: "\(error)")
        }
    }
}
