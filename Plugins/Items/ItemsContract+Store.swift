import Foundation
import Trellis

extension ItemsContract.Item {
    /// The item as the contract has it.
    init(_ item: Item) {
        self.init(
            id: item.id.text, title: item.title, count: item.count, created: item.created.rfc3339,
            modified: item.modified.rfc3339)
    }
}

extension ItemsContract.WatchReply {
    /// The event as the contract has it.
    init(_ event: ItemWatch.Event) {
        switch event {
        case .present(let item): self.init(event: .present, item: .init(item), revision: nil)
        case .ready(let revision): self.init(event: .ready, item: nil, revision: revision)
        case .changed(let change):
            let event: ItemsContract.Event =
                switch change.kind {
                case .added: .added
                case .updated: .updated
                case .deleted: .deleted
                }
            self.init(event: event, item: .init(change.item), revision: change.revision)
        }
    }
}

extension ItemsError {
    /// What the store refuses, as the contract has it.
    init(_ error: ItemStoreError) {
        switch error {
        case .noSuchItem(let id): self = .noSuchItem(id: id.text)
        case .invalid(let field, let reason): self = .invalidItem(field: field, reason: reason)
        case .full: self = .storageFull
        case .historyUnavailable(let since, let oldest, let newest):
            self = .historyUnavailable(since: since, oldest: oldest, newest: newest)
        }
    }
}

extension Date {
    /// The time as RFC 3339 has it, in UTC, with milliseconds: `2026-01-31T09:00:00.000Z`.
    fileprivate var rfc3339: String {
        formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
