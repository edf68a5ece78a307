import SearchAPI

/// Finds items by their titles, for the plugin Search.
struct ItemSearch: SearchProvider {
    let store: any ItemReader

    func search(_ text: String, limit: Int, found: @escaping @Sendable (SearchHit) -> Void) async throws {
        var (position, rest): (Int?, Int) = (nil, limit)
        while rest > 0 {
            let size = min(rest, ItemPage.defaultSize)
            let page = try await store.page(after: position, filter: text, limit: size)
            for item in page.items {
                found(
                    SearchHit(
                        title: item.title, detail: "count \(item.count)",
                        show: "items get \(item.id.text)"))
            }
            guard page.items.count == size else { return }
            position = page.last
            rest -= size
        }
    }
}
