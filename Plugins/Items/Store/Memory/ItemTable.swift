import Foundation

/// Items in the order in which they were added, indexed by identifier and by position.
struct ItemTable {
    private struct Entry {
        var position: Int
        /// The item; nil after a deletion, because removing the entry would move all later entries.
        var item: Item?
    }

    /// The entries in the order of their positions.
    ///
    /// When most entries belong to deleted items, these entries are removed.
    private var entries: [Entry] = []
    private var positions: [UUID: Int] = [:]
    private var lastPosition = 0

    /// The item with an identifier; nil when no item has the identifier.
    subscript(id: UUID) -> Item? {
        positions[id].flatMap { entries[indexOfFirst(after: $0 - 1)].item }
    }

    /// Returns the item with an identifier.
    ///
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    func item(_ id: UUID) throws(ItemStoreError) -> Item {
        guard let item = self[id] else { throw .noSuchItem(id: id) }
        return item
    }

    /// Returns the position of the item with an identifier.
    ///
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    func position(of id: UUID) throws(ItemStoreError) -> Int {
        guard let position = positions[id] else { throw .noSuchItem(id: id) }
        return position
    }

    /// Appends an item, or replaces the item with the same identifier.
    mutating func put(_ item: Item) {
        if let position = positions[item.id] {
            entries[indexOfFirst(after: position - 1)].item = item
            return
        }
        lastPosition += 1
        entries.append(Entry(position: lastPosition, item: item))
        positions[item.id] = lastPosition
    }

    /// Removes the item with an identifier, if it exists.
    mutating func remove(_ id: UUID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        entries[indexOfFirst(after: position - 1)].item = nil
        if entries.count > 2 * positions.count { entries.removeAll { $0.item == nil } }
    }

    /// Returns a page of items.
    func page(after position: Int?, filter: String?, limit: Int) -> ItemPage {
        // Every title matches an empty filter, but `contains` returns false for an empty string.
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

    /// Returns the index of the first entry after a position, or the end index.
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
    /// Returns the string with its ASCII letters in lower case, as `lower` of SQLite does.
    fileprivate func loweringASCII() -> String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
