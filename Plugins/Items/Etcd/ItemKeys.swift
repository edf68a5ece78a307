import Etcd
import Foundation
import Items

/// The keys of the items in etcd.
///
/// | key under the prefix | value |
/// |---|---|
/// | `head` | the last change: a ``HeadRecord`` |
/// | `i/UUID` | an item: a ``StoredItem`` |
/// | `fence` | nothing; its revision is that of an ``AdditionFence`` |
/// | `history` | the numbering of the changes, after some were lost: a ``HistoryRecord`` |
struct ItemKeys: Sendable {
    /// All keys.
    let all: EtcdKeyRange

    /// The key that each change sets, with the identifier of the change.
    let head: EtcdBytes

    /// The key that each addition compares.
    let fence: EtcdBytes

    /// The key of the history, which each change compares.
    let history: EtcdBytes

    /// The beginning of the keys of all items.
    private let items: EtcdBytes

    /// Creates the keys.
    ///
    /// - Parameter prefix: The prefix of all keys, with a slash at its end.
    init(prefix: String) {
        all = .prefix(EtcdBytes(prefix))
        head = EtcdBytes("\(prefix)head")
        fence = EtcdBytes("\(prefix)fence")
        history = EtcdBytes("\(prefix)history")
        items = EtcdBytes("\(prefix)i/")
    }

    /// The key of an item.
    func item(_ id: UUID) -> EtcdBytes { EtcdBytes(items.bytes + id.text.utf8) }

    /// The identifier of the item with a key; nil for another key.
    func item(of key: EtcdBytes) -> UUID? {
        guard key.bytes.starts(with: items.bytes) else { return nil }
        return UUID(text: String(decoding: key.bytes.dropFirst(items.bytes.count), as: UTF8.self))
    }

    /// The items, in parts that etcd reads quickly.
    ///
    /// A page of a range takes as long as the whole range, because etcd counts its keys.
    var slices: [EtcdKeyRange] {
        (0...255).map { number in
            let digits = String(number, radix: 16)
            return .prefix(EtcdBytes(items.bytes + "\(number < 16 ? "0" : "")\(digits)".utf8))
        }
    }
}
