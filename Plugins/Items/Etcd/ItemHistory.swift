import Etcd
import Items
import Trellis

/// The numbering of the changes since the last time that changes in etcd were lost.
///
/// etcd counts its revisions, and assigns those after a snapshot again when the snapshot is restored. A host that has followed the
/// lost changes notices this, and begins a new history: it raises the base, which is added to the revisions of all later changes, so
/// that they are larger than the lost ones. Each change compares the key of the history, so that no host uses an older base.
struct ItemHistory: Sendable, Hashable {
    /// The revision in etcd of the key with the base; 0 for the first history, which has no key.
    var key: Int64 = 0

    /// The number that is added to the revisions of the changes.
    var base = 0

    /// The largest base, to which the numbers of changes can be added.
    static let largestBase = Int.max / 2

    /// Returns a base that is in range.
    ///
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)`` when it is not, because another program has written a number.
    static func valid(base: Int) throws -> Int {
        guard (0...largestBase).contains(base) else {
            throw ItemStoreFailure.unavailable(
                reason: "the base \(base) of the revisions in etcd is out of range: another program has written it")
        }
        return base
    }

    /// The comparison that holds until a new history begins.
    func isCurrent(in keys: ItemKeys) -> EtcdComparison {
        key == 0 ? .absent(keys.history) : .unchanged(keys.history, since: key)
    }
}

extension ItemHistory {
    /// Reads the key of the history.
    ///
    /// - Throws: An error when the value was not written by this store.
    init(_ keyValue: EtcdKeyValue?) throws {
        guard let keyValue else { return }
        key = keyValue.modRevision
        base = try Self.valid(base: keyValue.value.decode(HistoryRecord.self).base)
    }
}

/// The value of the key of the history.
struct HistoryRecord {
    var base: Int
}

extension HistoryRecord: VarlinkValue {
    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var base: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "base": base = try reader.field(key, as: Int.self)
            default: try reader.unknownField(key)
            }
        }
        self.base = try reader.require(base, "base")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("base", base)
        writer.endObject()
    }
}
