import Trellis
import TrellisSQLite

extension ItemsInterface {
    typealias ContractError = ItemsError

    func contractError(for error: any Error) -> ItemsError? {
        switch error {
        case let error as ItemStoreError: ItemsError(error)
        case let error as StorageError: ItemsError(error)
        case let error as ItemStoreFailure: ItemsError(error)
        case let error as ItemExporter.TimedOut: .exportTimedOut(seconds: Int(error.limit.components.seconds))
        default: nil
        }
    }
}

extension ItemsError {
    /// Converts an error of the store to an error of the contract.
    fileprivate init(_ error: ItemStoreError) {
        switch error {
        case .noSuchItem(let id): self = .noSuchItem(id: id.text)
        case .invalid(let field, let reason, let index):
            self = .invalidItem(field: field, reason: reason, index: index)
        case .conflict(let id, let expected, let actual):
            self = .conflict(id: id.text, expected: expected, actual: actual)
        case .tooManyItems(let count, let limit): self = .tooManyItems(count: count, limit: limit)
        case .historyUnavailable(let since, let oldest, let newest):
            self = .historyUnavailable(since: since, oldest: oldest, newest: newest)
        }
    }

    /// Converts a failure of a store on several hosts to an error of the contract.
    fileprivate init(_ error: ItemStoreFailure) {
        switch error {
        case .unavailable(let reason): self = .storageUnavailable(reason: reason)
        case .outcomeUnknown(let reason): self = .outcomeUnknown(reason: reason)
        case .full: self = .storageFull
        case .tooLarge(let reason): self = .changeTooLarge(reason: reason)
        case .damagedCopy(let reason): self = .storageFailed(reason: reason)
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
