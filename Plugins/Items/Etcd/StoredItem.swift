import Etcd
import Foundation
import Items

/// The value of an item in etcd.
///
/// The revision and the position of the item follow from the revisions of the key.
struct StoredItem: Codable {
    /// The maximum number of changes in a transaction, plus one or more.
    ///
    /// The changes of a transaction have the same revision in etcd, and are numbered from 0.
    static let changesPerRevision = 512

    var title: String
    var count: Int
    /// Milliseconds since 1970.
    var created: Int
    var modified: Int
    /// The number of the last change in its transaction.
    var n: Int
    /// The number of the change that added the item in its transaction.
    var first: Int

    init(_ item: Item, n: Int, first: Int) {
        (title, count) = (item.title, item.count)
        (created, modified) = (item.created.milliseconds, item.modified.milliseconds)
        (self.n, self.first) = (n, first)
    }

    /// The revision of a change.
    static func revision(_ revision: Int64, _ n: Int) -> Int { Int(revision) * changesPerRevision + n }
}

/// An item with its place in the list, as a key of etcd contains it.
struct PlacedItem: Sendable {
    var item: Item

    /// The place in the order in which the items were added.
    var position: Int

    /// The number of the change that added the item, for the next value of the key.
    var first: Int

    /// The revision of the key.
    var modRevision: Int64

    /// Reads a key.
    ///
    /// - Throws: An error when the value was not written by this store.
    init(_ keyValue: EtcdKeyValue, id: UUID) throws {
        let stored = try JSONDecoder().decode(StoredItem.self, from: Data(keyValue.value.bytes))
        item = try Item(
            id: id, title: stored.title, count: stored.count, created: Date(milliseconds: stored.created),
            modified: Date(milliseconds: stored.modified),
            revision: StoredItem.revision(keyValue.modRevision, stored.n))
        position = StoredItem.revision(keyValue.createRevision, stored.first)
        first = stored.first
        modRevision = keyValue.modRevision
    }
}

/// The value of the key that each transaction sets.
struct HeadRecord: Codable {
    /// The identifier of the transaction, by which its sender finds out whether it was executed.
    var attempt: String

    /// The time of the changes, in milliseconds since 1970.
    var time: Int

    /// The number of the last change of the transaction.
    var last: Int
}

extension EtcdBytes {
    /// Encodes a value as JSON.
    init(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        self.init(try encoder.encode(value))
    }

    /// Decodes JSON.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
