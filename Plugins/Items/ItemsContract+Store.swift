import Foundation
import Trellis

extension ItemsContract.Item {
    /// Converts an item of the store.
    init(_ item: Item) {
        self.init(
            id: item.id.text, title: item.title, count: item.count, created: item.created.rfc3339WithMilliseconds,
            modified: item.modified.rfc3339WithMilliseconds, revision: item.revision)
    }
}

extension ItemRecord {
    /// Converts a record of the contract.
    ///
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when the identifier or a time is malformed.
    init(_ record: ItemsContract.ItemRecord) throws(ItemStoreError) {
        self.init(
            id: try Self.identifier(record.id), title: record.title, count: record.count,
            created: try Self.time(record.created, in: "created"),
            modified: try Self.time(record.modified, in: "modified"))
    }

    private static let lastTime = Date(rfc3339: "9999-12-31T23:59:59.999Z") ?? .distantFuture

    private static func identifier(_ text: String?) throws(ItemStoreError) -> UUID? {
        guard let text else { return nil }
        guard let id = UUID(text: text) else { throw .invalid(field: "id", reason: "'\(text)' is not a UUID") }
        return id
    }

    private static func time(_ text: String?, in field: String) throws(ItemStoreError) -> Date? {
        guard let text else { return nil }
        guard let time = Date(rfc3339: text, allowsLeapSecond: true) else {
            throw .invalid(field: field, reason: "'\(text)' is not a time in RFC 3339 format")
        }
        // A time within the last half millisecond would be rounded to the year 10000, which RFC 3339 does not have.
        return min(time, Self.lastTime)
    }
}

extension ItemsContract.WatchReply {
    /// Converts an event of a watch.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - asOf: The time as of which a stale copy has every change; nil for no mark.
    init(_ event: ItemWatch.Event, asOf: String?) {
        switch event {
        case .present(let item): self.init(event: .present, item: .init(item), revision: nil, asOf: asOf)
        case .ready(let revision): self.init(event: .ready, item: nil, revision: revision, asOf: asOf)
        case .changed(let change):
            let event: ItemsContract.Event =
                switch change.kind {
                case .added: .added
                case .updated: .updated
                case .deleted: .deleted
                }
            self.init(event: event, item: .init(change.item), revision: change.revision, asOf: asOf)
        }
    }
}
