import Etcd
import Foundation
import Items
import Trellis

/// The value of an item in etcd.
///
/// The revision and the position of the item follow from the revisions of the key.
struct StoredItem {
    /// The maximum number of changes in a transaction, plus one or more.
    ///
    /// The changes of a transaction have the same revision in etcd, and are numbered from 0.
    static let changesPerRevision = 512

    var title: String
    var count: Int
    /// Milliseconds since 1970.
    var created: Int
    var modified: Int
    /// The number of the last change in its transaction, plus the base of the history.
    var n: Int
    /// The number of the change that added the item in its transaction.
    var first: Int

    init(_ item: Item, n: Int, first: Int) {
        (title, count) = (item.title, item.count)
        (created, modified) = (item.created.milliseconds, item.modified.milliseconds)
        (self.n, self.first) = (n, first)
    }

    /// The revision of a change.
    ///
    /// - Parameters:
    ///   - revision: The revision in etcd.
    ///   - n: The number of the change in its transaction, plus the base of the history.
    /// - Returns: The revision.
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)`` when the revision is larger than an integer: another program has
    ///   written the number, or has raised the revision in etcd.
    static func revision(_ revision: Int64, _ n: Int) throws -> Int {
        let (product, isTooLarge) = Int(revision).multipliedReportingOverflow(by: changesPerRevision)
        let (sum, isOutOfRange) = product.addingReportingOverflow(n)
        guard !isTooLarge, !isOutOfRange else {
            throw ItemStoreFailure.unavailable(
                reason: "the revision \(revision) of etcd has the change \(n), which is out of range: another "
                    + "program has written it")
        }
        return sum
    }
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
        let stored = try keyValue.value.decode(StoredItem.self)
        item = try Item(
            id: id, title: stored.title, count: stored.count, created: Date(milliseconds: stored.created),
            modified: Date(milliseconds: stored.modified),
            revision: StoredItem.revision(keyValue.modRevision, stored.n))
        position = try StoredItem.revision(keyValue.createRevision, stored.first)
        first = stored.first
        modRevision = keyValue.modRevision
    }
}

/// The value of the key that each transaction sets.
struct HeadRecord {
    /// The identifier of the transaction, by which its sender finds out whether it was executed.
    var attempt: String

    /// The time of the changes, in milliseconds since 1970.
    var time: Int

    /// The number of the last change of the transaction, plus the base of the history.
    var last: Int
}

// MARK: - JSON

// The JSON of Varlink is used: with Foundation's decoder, values took most of the time in which a host reads all items from etcd.

extension StoredItem: VarlinkValue {
    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var (title, count, created, modified, n, first): (String?, Int?, Int?, Int?, Int?, Int?)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title": title = try reader.field(key, as: String.self)
            case "count": count = try reader.field(key, as: Int.self)
            case "created": created = try reader.field(key, as: Int.self)
            case "modified": modified = try reader.field(key, as: Int.self)
            case "n": n = try reader.field(key, as: Int.self)
            case "first": first = try reader.field(key, as: Int.self)
            default: try reader.unknownField(key)
            }
        }
        self.title = try reader.require(title, "title")
        self.count = try reader.require(count, "count")
        self.created = try reader.require(created, "created")
        self.modified = try reader.require(modified, "modified")
        self.n = try reader.require(n, "n")
        self.first = try reader.require(first, "first")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("title", title)
        writer.field("count", count)
        writer.field("created", created)
        writer.field("modified", modified)
        writer.field("n", n)
        writer.field("first", first)
        writer.endObject()
    }
}

extension HeadRecord: VarlinkValue {
    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var (attempt, time, last): (String?, Int?, Int?)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "attempt": attempt = try reader.field(key, as: String.self)
            case "time": time = try reader.field(key, as: Int.self)
            case "last": last = try reader.field(key, as: Int.self)
            default: try reader.unknownField(key)
            }
        }
        self.attempt = try reader.require(attempt, "attempt")
        self.time = try reader.require(time, "time")
        self.last = try reader.require(last, "last")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("attempt", attempt)
        writer.field("time", time)
        writer.field("last", last)
        writer.endObject()
    }
}

extension EtcdBytes {
    /// Encodes a value as JSON.
    ///
    /// - Throws: `VarlinkEncodingError`.
    init(json value: some VarlinkValue) throws {
        var writer = JSONWriter()
        value.write(to: &writer)
        self.init(try writer.finish())
    }

    /// Decodes JSON.
    ///
    /// - Throws: `JSONSyntaxError`; `VarlinkDecodingError`.
    func decode<Value: VarlinkValue>(_ type: Value.Type) throws -> Value {
        // A newer version may add fields.
        try EncodedJSON(parsing: bytes).decode(as: type, unknownFields: .skip)
    }
}
