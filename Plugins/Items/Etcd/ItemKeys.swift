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
struct ItemKeys: Sendable {
    /// The prefix of all keys, with a slash at its end.
    let prefix: String

    /// The key that each change sets, with the identifier of the change.
    var head: EtcdBytes { EtcdBytes("\(prefix)head") }

    /// The key that each addition compares.
    var fence: EtcdBytes { EtcdBytes("\(prefix)fence") }

    /// All keys.
    var all: EtcdKeyRange { .prefix(EtcdBytes(prefix)) }

    /// The key of an item.
    func item(_ id: UUID) -> EtcdBytes { EtcdBytes("\(prefix)i/\(id.text)") }

    /// The identifier of the item with a key; nil for another key.
    func item(of key: EtcdBytes) -> UUID? {
        let start = "\(prefix)i/"
        guard let text = key.string, text.hasPrefix(start) else { return nil }
        return UUID(text: String(text.dropFirst(start.count)))
    }

    /// The items, in parts that etcd reads quickly.
    ///
    /// A page of a range takes as long as the whole range, because etcd counts its keys.
    var slices: [EtcdKeyRange] {
        (0...255).map { number in
            let digits = String(number, radix: 16)
            return .prefix(EtcdBytes("\(prefix)i/\(number < 16 ? "0" : "")\(digits)"))
        }
    }
}
