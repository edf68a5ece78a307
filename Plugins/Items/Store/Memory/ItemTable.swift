import Foundation

/// Items in the order in which they were added, found by identifier and by position.
struct ItemTable {
    private struct Entry {
        var position: Int
        /// Nil where the item was deleted: taking the entry out would move all that come after it.
        var item: Item?
    }

    /// By position.
    ///
    /// The deleted ones are taken out when they are the most.
    private var entries: [Entry] = []
    private var positions: [UUID: Int] = [:]
    private var lastPosition = 0

    /// The item with an identifier, if there is one.
    subscript(id: UUID) -> Item? {
        positions[id].flatMap { entries[indexOfFirst(after: $0 - 1)].item }
    }

    /// The item with an identifier.
    ///
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``.
    func item(_ id: UUID) throws(ItemStoreError) -> Item {
        guard let item = self[id] else { throw .noSuchItem(id: id) }
        return item
    }

    /// The position of the item with an identifier.
    ///
    /// - Throws: ``ItemStoreError/noSuchItem(id:)``.
    func position(of id: UUID) throws(ItemStoreError) -> Int {
        guard let position = positions[id] else { throw .noSuchItem(id: id) }
        return position
    }

    /// Adds an item behind all others, or puts it in the place of the one with its identifier.
    mutating func put(_ item: Item) {
        if let position = positions[item.id] {
            entries[indexOfFirst(after: position - 1)].item = item
            return
        }
        lastPosition += 1
        entries.append(Entry(position: lastPosition, item: item))
        positions[item.id] = lastPosition
    }

    /// Takes the item with an identifier out, if there is one.
    mutating func remove(_ id: UUID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        entries[indexOfFirst(after: position - 1)].item = nil
        if entries.count > 2 * positions.count { entries.removeAll { $0.item == nil } }
    }

    /// Some items, in order.
    func page(after position: Int?, filter: String?, limit: Int) -> ItemPage {
        // Every title contains the empty text, which is not what `contains` says.
        let filter = filter?.loweringASCII() ?? ""
        var page = ItemPage(items: [], last: nil)
        for entry in entries[indexOfFirst(after: position ?? 0)...] {
            guard page.items.count < limit else { break }
            guard let item = entry.item, filter.isEmpty || item.title.loweringASCII().contains(filter) else { continue }
            page.items.append(item)
            page.last = entry.position
        }
        return page
    }

    /// The index of the first entry after a position; that of the end when there is none.
    private func indexOfFirst(after position: Int) -> Int {
        var range = entries.startIndex..<entries.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].position <= position {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}

extension String {
    /// With its ASCII letters in lower case, as SQLite's `lower` has it.
    fileprivate func loweringASCII() -> String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
