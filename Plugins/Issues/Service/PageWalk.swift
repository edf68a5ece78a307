/// Goes through the pages of a listing, one after the other as they arrive.
struct PageWalk<Element: Sendable>: Sendable {
    /// Requests a page; the first, without a link.
    let request: @Sendable (PageLink?) async throws -> Answer<Page<Element>>

    /// Goes through the elements.
    ///
    /// - Parameter visit: Takes an element, and says whether to go on. The next page is requested when it wants more
    ///   than this one has.
    /// - Throws: What requesting and visiting throw.
    func run(_ visit: (Answer<Element>) async throws -> Bool) async throws {
        var link: PageLink?
        repeat {
            let page = try await request(link)
            for element in page.value.elements {
                guard try await visit(Answer(element, age: page.age)) else { return }
            }
            link = page.value.next
        } while link != nil
    }
}
